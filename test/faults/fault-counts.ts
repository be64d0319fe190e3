import type { FaultCounts } from './flaky-connection.ts';

/** What has not happened at all; late bytes and repetitions are rare, so that either kind of them will do. */
export function missingFaults({
  lateSockets,
  latePolls,
  replayedPolls,
  replayedSockets,
  ...each
}: FaultCounts): string[] {
  const counts = { ...each, late: lateSockets + latePolls, replayed: replayedPolls + replayedSockets };
  return Object.entries(counts)
    .filter(([, times]) => times === 0)
    .map(([fault]) => fault);
}
