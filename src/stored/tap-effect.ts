/** What one tap changes in its area. */
export interface TapEffect {
  ins: number;
  outs: number;
  /**
   * People in an exit beyond the number of people inside; negative when an undo takes such an exit back, and when people
   * are given back (src/room/counting/late-outs.ts).
   */
  floored: number;
  /**
   * The part of a late tap that does not change the occupancy, because a reset or recount came after it; otherwise 0.
   */
  adjusted: number;
  occupancy: number;
}
