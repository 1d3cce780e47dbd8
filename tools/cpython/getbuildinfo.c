/* Modules/getbuildinfo.c without the time of the build: the same sources give the same bytes. */
#define DATE "no date"
#define TIME "no time"
#include "Modules/getbuildinfo.c"
