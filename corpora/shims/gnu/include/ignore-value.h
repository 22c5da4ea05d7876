#pragma once
#define ignore_value(x) ((void)(x))
#define ignore_ptr(x) ((void)(x))
