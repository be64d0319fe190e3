/** What was done to the clients, in numbers. */
export interface FaultCounts {
  connections: number;
  refused: number;
  cut: number;
  silenced: number;
  held: number;
  /** Of those, whose bytes came after a newer connection of the same client, while the server still had the older one. */
  lateSockets: number;
  latePolls: number;
  replayedPolls: number;
  replayedSockets: number;
}

/** What has not happened at all; late bytes and repetitions are rare, so that either kind of them will do. */
export function missingFaults({
  lateSockets,
  latePolls,
  replayedPolls,
  replayedSockets,
  ...each
}: FaultCounts): string[] {
  const late = lateSockets + latePolls;
  const replayed = replayedPolls + replayedSockets;
  return Object.entries({ ...each, late, replayed })
    .filter(([, times]) => times === 0)
    .map(([fault]) => fault);
}

export const noFaults = (): FaultCounts => ({
  connections: 0,
  refused: 0,
  cut: 0,
  silenced: 0,
  held: 0,
  lateSockets: 0,
  latePolls: 0,
  replayedPolls: 0,
  replayedSockets: 0,
});
