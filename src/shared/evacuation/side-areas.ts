/**
 * Side areas: what a room counts beside its areas because of an evacuation or a drill. A twin takes the taps that are
 * made at an area during a drill, and an assembly point those of people who have arrived there. They are counted and
 * stored as areas are, but D1 does not know them, and they are in no figure of the day. Their ids say what they are, so
 * that everything that reads areas or taps can leave them out.
 */

const TWIN = 'drill-';
const POINT = 'assembly-';

/** The id of the twin of an area. */
export const twinOf = (areaId: string): string => TWIN + areaId;

/** The id of the area whose twin this is. */
export const areaOfTwin = (twinId: string): string => twinId.slice(TWIN.length);

/** The id of an assembly point. @param id unique in the event */
export const pointIdOf = (id: string): string => POINT + id;

export const isTwin = (areaId: string): boolean => areaId.startsWith(TWIN);
export const isPoint = (areaId: string): boolean => areaId.startsWith(POINT);
export const isSideArea = (areaId: string): boolean => isTwin(areaId) || isPoint(areaId);

/** Whether people can be moved between two areas: between areas, or between twins in a drill. */
export const canMoveBetween = (areaId: string, to: string): boolean =>
  isTwin(areaId) === isTwin(to) && !isPoint(areaId) && !isPoint(to);
