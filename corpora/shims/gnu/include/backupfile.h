/* Names of backups. */
#pragma once
enum backup_type { no_backups, simple_backups, numbered_existing_backups, numbered_backups };
#define VALID_BACKUP_TYPE(type) ((unsigned int)(type) <= numbered_backups)
extern char const *simple_backup_suffix;
char *find_backup_file_name(char const *, enum backup_type);
enum backup_type get_version(char const *context, char const *);
enum backup_type xget_version(char const *context, char const *);
