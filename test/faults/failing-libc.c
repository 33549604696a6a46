// Preloaded into the daemon by the tests: the disk refuses to flush and the clock jumps, when a file says so.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static int is_told(const char *variable) {
  const char *file = getenv(variable);
  return file && access(file, F_OK) == 0;
}

static time_t shift(void) { return is_told("FAULT_CLOCK_FILE") ? -366L * 24 * 3600 : 0; }

int fsync(int fd) {
  static int (*real)(int);
  if (!real) real = dlsym(RTLD_NEXT, "fsync");
  if (is_told("FAULT_FSYNC_FILE")) { errno = EIO; return -1; }
  return real(fd);
}

int fdatasync(int fd) {
  static int (*real)(int);
  if (!real) real = dlsym(RTLD_NEXT, "fdatasync");
  if (is_told("FAULT_FSYNC_FILE")) { errno = EIO; return -1; }
  return real(fd);
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  static int (*real)(struct timeval *, void *);
  if (!real) real = dlsym(RTLD_NEXT, "gettimeofday");
  int result = real(now, zone);
  now->tv_sec += shift();
  return result;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  static int (*real)(clockid_t, struct timespec *);
  if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
  int result = real(clock, now);
  if (clock == CLOCK_REALTIME) now->tv_sec += shift();
  return result;
}
