import { readFileSync } from 'node:fs';
import process from 'node:process';

/** USER_HZ: the unit of /proc's CPU times is 1/100 s on every Linux (proc(5)). */
const TICKS_PER_SECOND = 100;

/** The ids of the workerd processes below this process or the given one. Linux only; elsewhere there are none. */
export function workerdPids(pid = process.pid): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
    return children
      .map(Number)
      .flatMap((child) => [
        ...(readFileSync(`/proc/${child}/comm`, 'utf8').trim() === 'workerd' ? [child] : []),
        ...workerdPids(child),
      ]);
  } catch {
    return [];
  }
}

/** Sums a value over these servers; NaN where it cannot be read. */
function sumOf(file: 'stat' | 'status', read: (text: string) => number, pids = workerdPids()): number {
  if (pids.length === 0) return Number.NaN;
  return pids.reduce((sum, pid) => sum + read(readFileSync(`/proc/${pid}/${file}`, 'utf8')), 0);
}

/** CPU seconds, user and system, that these servers have used so far; by default all that run. */
export const cpuSeconds = (pids?: number[]): number =>
  sumOf(
    'stat',
    (text) => {
      // Fields 14 and 15, counted after the name, because the name may contain any character.
      const fields = text.split(') ').at(-1)?.split(' ') ?? [];
      return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
    },
    pids,
  );

/** Bytes that the running servers hold in memory. */
export const residentBytes = (): number =>
  sumOf('status', (text) => Number(/VmRSS:\s+(\d+) kB/.exec(text)?.[1]) * 1024);

/** CPU seconds, user and system, that this process has used so far. */
export function driverCpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
