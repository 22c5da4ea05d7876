#pragma once
static inline int priv_set_remove_linkdir(void) { return -1; }
static inline int priv_set_restore_linkdir(void) { return -1; }
