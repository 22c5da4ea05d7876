/* The status with which functions that cannot go on end the program. */
#pragma once
extern int volatile exit_failure;
