#pragma once
int xnanosleep(double);
