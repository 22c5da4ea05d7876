#pragma once
#include "renameatu.h"
#define renameat2 renameatu
