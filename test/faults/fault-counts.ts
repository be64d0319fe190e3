/** What was done to the clients, in numbers. */
export interface FaultCounts {
  connections: number;
  refused: number;
  cut: number;
  silenced: number;
  held: number;
  /** Of those, whose bytes came after a newer connection of the same client. */
  arrivedLate: number;
  replayedPolls: number;
  replayedSockets: number;
}

export const noFaults = (): FaultCounts => ({
  connections: 0,
  refused: 0,
  cut: 0,
  silenced: 0,
  held: 0,
  arrivedLate: 0,
  replayedPolls: 0,
  replayedSockets: 0,
});
