#pragma once
extern char const *Version;
