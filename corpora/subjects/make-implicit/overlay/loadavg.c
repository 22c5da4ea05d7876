/* empty */ static int unused_loadavg;
