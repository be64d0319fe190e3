import { readFileSync } from 'node:fs';
import process from 'node:process';

/** USER_HZ: the unit of /proc's CPU times is 1/100 s on every Linux (proc(5)). */
const TICKS_PER_SECOND = 100;

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

/** The workerd processes below this one, or below another: Linux only, none elsewhere. */
export function workerdPids(pid = process.pid): number[] {
  try {
    return childrenOf(pid).flatMap((child) => [
      ...(readFileSync(`/proc/${child}/comm`, 'utf8').trim() === 'workerd' ? [child] : []),
      ...workerdPids(child),
    ]);
  } catch {
    return [];
  }
}

/** CPU seconds, user and system, that the running servers have used so far; NaN where that is not known. */
export function cpuSeconds(): number {
  const pids = workerdPids();
  if (pids.length === 0) return Number.NaN;
  return pids.reduce((seconds, pid) => {
    // Fields 14 and 15, counted behind the name, which may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return seconds + (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  }, 0);
}

/** Bytes that the running servers hold in memory; NaN where that is not known. */
export function residentBytes(): number {
  const pids = workerdPids();
  if (pids.length === 0) return Number.NaN;
  return pids.reduce(
    (bytes, pid) => bytes + Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024,
    0,
  );
}

/** CPU seconds, user and system, that this process has used so far. */
export function driverCpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
