/**
 * Evacuations and drills of an hour whose timelines are made again for each reader. That of a further one is stored when it
 * ends, so that late taps are not in it.
 */
export const TIMELINES_REMADE_PER_HOUR = 10;
/** Assembly points that a room keeps, with removed ones: a further one takes the place of the one that was removed first. */
export const ASSEMBLY_POINTS_KEPT_MAX = 64;
/** A timeline ends this many hours after the start at the latest: the room takes no taps while it reads their rows. */
export const TIMELINE_HOURS_MAX = 6;
