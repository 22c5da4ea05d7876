#pragma once
#define LOCALEDIR "/usr/share/locale"
