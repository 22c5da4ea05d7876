/* unlink never removes a directory here. */
#pragma once
#define cannot_unlink_dir() 1
