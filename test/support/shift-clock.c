// Moves the wall clock of a program, and of all that it starts, by SHIFT_SECONDS (may be negative). Timers and timeouts
// run as usual, because the monotonic clock stays. Loaded by LD_PRELOAD (shift-clock.ts).
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static time_t shift;

__attribute__((constructor)) static void read_shift(void) {
  const char *seconds = getenv("SHIFT_SECONDS");
  shift = seconds ? atoll(seconds) : 0;
}

// The kernel is asked directly: libc's own function of this name is hidden by this one.
int clock_gettime(clockid_t id, struct timespec *now) {
  int failed = syscall(SYS_clock_gettime, id, now);
  if (!failed && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE)) now->tv_sec += shift;
  return failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  (void)zone;
  struct timespec precise;
  if (clock_gettime(CLOCK_REALTIME, &precise)) return -1;
  now->tv_sec = precise.tv_sec;
  now->tv_usec = precise.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *now) {
  struct timespec precise;
  clock_gettime(CLOCK_REALTIME, &precise);
  if (now) *now = precise.tv_sec;
  return precise.tv_sec;
}
