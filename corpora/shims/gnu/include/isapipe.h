#pragma once
int isapipe(int);
