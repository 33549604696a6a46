// Preloaded by the power-cut test: writes down, in order, all that a process does to files below a folder.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static int record_fd = -1;
#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static const char *watched(void) { return getenv("RECORD_FOLDER"); }

static int path_of(int fd, char *path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  if (length < 0) return 0;
  path[length] = 0;
  const char *folder = watched();
  return folder && strncmp(path, folder, strlen(folder)) == 0;
}

static void put(char op, const char *path, const char *second, uint64_t offset, const void *data, uint32_t size) {
  if (record_fd < 0) {
    const char *file = getenv("RECORD_FILE");
    if (!file) return;
    record_fd = REAL(open64)(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  }
  uint16_t first_length = strlen(path), second_length = second ? strlen(second) : 0;
  uint32_t total = 1 + 2 + first_length + 2 + second_length + 8 + 4 + size;
  char *buffer = malloc(total), *at = buffer;
  *at++ = op;
  memcpy(at, &first_length, 2); at += 2;
  memcpy(at, path, first_length); at += first_length;
  memcpy(at, &second_length, 2); at += 2;
  if (second_length) memcpy(at, second, second_length);
  at += second_length;
  memcpy(at, &offset, 8); at += 8;
  memcpy(at, &size, 4); at += 4;
  if (size) memcpy(at, data, size);
  ssize_t done = REAL(write)(record_fd, buffer, total);
  (void)done;
  free(buffer);
}

static void note(char op, int fd, uint64_t offset, const void *data, uint32_t size) {
  char path[PATH_MAX];
  if (!path_of(fd, path)) return;
  put(op, path, 0, offset, data, size);
}

#define LOCKED(work) pthread_mutex_lock(&turn); work; pthread_mutex_unlock(&turn)

static ssize_t positioned(ssize_t done, int fd, const void *data, off64_t at) {
  if (done > 0) note('w', fd, at, data, done);
  return done;
}
ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) {
  ssize_t done;
  LOCKED(done = positioned(REAL(pwrite64)(fd, data, size, at), fd, data, at));
  return done;
}
ssize_t pwrite(int fd, const void *data, size_t size, off_t at) { return pwrite64(fd, data, size, at); }
ssize_t write(int fd, const void *data, size_t size) {
  char path[PATH_MAX];
  if (!watched() || !path_of(fd, path)) return REAL(write)(fd, data, size);
  ssize_t done;
  LOCKED(done = REAL(write)(fd, data, size);
         if (done > 0) put('w', path, 0, REAL(lseek64)(fd, 0, SEEK_CUR) - done, data, done));
  return done;
}
ssize_t writev(int fd, const struct iovec *parts, int count) {
  char path[PATH_MAX];
  if (!watched() || !path_of(fd, path)) return REAL(writev)(fd, parts, count);
  ssize_t sum = 0;
  for (int index = 0; index < count; index++) {
    ssize_t done = write(fd, parts[index].iov_base, parts[index].iov_len);
    if (done < 0) return sum ? sum : done;
    sum += done;
  }
  return sum;
}
int ftruncate64(int fd, off64_t size) {
  int result;
  LOCKED(result = REAL(ftruncate64)(fd, size); if (result == 0) note('t', fd, size, 0, 0));
  return result;
}
int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }
int fsync(int fd) {
  int result;
  LOCKED(result = REAL(fsync)(fd); if (result == 0) note('s', fd, 0, 0, 0));
  return result;
}
int fdatasync(int fd) {
  int result;
  LOCKED(result = REAL(fdatasync)(fd); if (result == 0) note('s', fd, 0, 0, 0));
  return result;
}
static int is_watched(const char *path) {
  const char *folder = watched();
  return folder && strncmp(path, folder, strlen(folder)) == 0;
}
int rename(const char *from, const char *to) {
  int result;
  LOCKED(result = REAL(rename)(from, to); if (result == 0 && is_watched(to)) put('r', from, to, 0, 0, 0));
  return result;
}
int link(const char *from, const char *to) {
  int result;
  LOCKED(result = REAL(link)(from, to); if (result == 0 && is_watched(to)) put('l', from, to, 0, 0, 0));
  return result;
}
int unlink(const char *path) {
  int result;
  LOCKED(result = REAL(unlink)(path); if (result == 0 && is_watched(path)) put('u', path, 0, 0, 0, 0));
  return result;
}
static int opened(int fd, const char *path, int flags, int was_there) {
  char full[PATH_MAX];
  if (fd < 0 || !path_of(fd, full)) return fd;
  if (!was_there) put('c', full, 0, 0, 0, 0);
  else if (flags & O_TRUNC) put('t', full, 0, 0, 0, 0);
  (void)path;
  return fd;
}
#define OPEN(name)                                                   \
  int name(const char *path, int flags, ...) {                       \
    va_list more;                                                    \
    va_start(more, flags);                                           \
    mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(more, mode_t) : 0; \
    va_end(more);                                                    \
    if (!is_watched(path) || !(flags & (O_CREAT | O_TRUNC)))         \
      return REAL(name)(path, flags, mode);                          \
    int fd;                                                          \
    LOCKED(int was_there = access(path, F_OK) == 0;                  \
           fd = opened(REAL(name)(path, flags, mode), path, flags, was_there)); \
    return fd;                                                       \
  }
OPEN(open)
OPEN(open64)
