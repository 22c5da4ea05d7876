#pragma once
#define ROOT_UID 0
