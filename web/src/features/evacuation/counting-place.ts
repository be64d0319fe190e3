import { useState } from 'react';
import * as z from 'zod/mini';
import { isPoint, twinOf } from '../../../../src/shared/evacuation/side-areas';
import type { Area } from '../../../../src/shared/schemas/area';
import type { Evacuation } from '../../../../src/shared/evacuation/schemas';
import type { ShownArea } from '../../realtime/view/reducer';
import { keepSameAreas } from '../../realtime/view/same-areas';
import { useWhenNoRecentTaps } from '../counting/press/use-no-recent-taps';
import { keep } from '../../session/plain-storage';
import { readJson } from '../../session/storage';
import { texts } from '../../texts/app-texts';

/** What this device counts during an evacuation or drill. */
export interface CountingPlace {
  /** The areas whose pads it shows: in a drill the twins, at an assembly point only the point. */
  readonly areas: readonly ShownArea[];
  /** Whether people leave here: then the large pad counts out. */
  readonly isLeaving: boolean;
  /** The assembly point at which it counts; null for none. */
  readonly pointId: string | null;
}

const NO_AREAS: readonly ShownArea[] = [];

/** The areas with the numbers of their twins. Their names say that this is a drill. */
function twins(areas: readonly ShownArea[], sides: ReadonlyMap<string, ShownArea>): ShownArea[] {
  return areas.map((area) => {
    const twin = sides.get(twinOf(area.areaId));
    if (twin === undefined) return area;
    return { ...twin, areaName: texts.evacuations.inDrill(area.areaName), capacity: area.capacity };
  });
}

function countingPlace(
  areas: readonly ShownArea[],
  sideAreas: readonly ShownArea[],
  evacuation: Evacuation | null,
  pointId: string | null,
): CountingPlace {
  if (evacuation === null) return { areas, isLeaving: false, pointId: null };
  const sides = new Map([...evacuation.sideAreas, ...sideAreas].map((side) => [side.areaId, side]));
  const point = pointId === null ? undefined : sides.get(pointId);
  const { inDrill } = texts.evacuations;
  if (point !== undefined) {
    const areaName = evacuation.isDrill ? inDrill(point.areaName) : point.areaName;
    return { areas: [{ ...point, areaName }], isLeaving: false, pointId: point.areaId };
  }
  return { areas: evacuation.isDrill ? twins(areas, sides) : areas, isLeaving: true, pointId: null };
}

/**
 * Returns what this device counts. In a drill, areas that have not changed are the same objects as before, so that a tap
 * renders only its own card again; on other days the room's areas already are.
 * @param known the event's areas; null until they are known
 * @param evacuation what runs, as the pads have it; null for nothing
 * @param chosenPoint the assembly point that was chosen on this device
 */
export function useCountingPlace(
  known: readonly ShownArea[] | null,
  sideAreas: readonly ShownArea[],
  evacuation: Evacuation | null,
  chosenPoint: string | null,
): CountingPlace {
  const place = countingPlace(known ?? NO_AREAS, sideAreas, evacuation, chosenPoint);
  const [held, setHeld] = useState(place.areas);
  if (evacuation === null) return place;
  const areas = keepSameAreas(held, place.areas);
  if (areas !== held) setHeld(areas);
  return { ...place, areas };
}

/** Stands for no evacuation and no drill. */
const NOTHING_RUNS = { evacuationId: null } as const;

/**
 * Returns what the pads count for; null if nothing runs. No pad changes what it counts under a thumb: a tap is meant as
 * the pads were shown when it was aimed.
 */
export function useShownEvacuation(evacuation: Evacuation | null): Evacuation | null {
  const shown = useWhenNoRecentTaps<Evacuation | typeof NOTHING_RUNS>(evacuation ?? NOTHING_RUNS);
  return shown.evacuationId === null ? null : shown;
}

/** Whether both are the same: a drill that has become an evacuation is another one for the pads. */
export const runsAs = (one: Evacuation | null, other: Evacuation | null): boolean =>
  one?.evacuationId === other?.evacuationId && one?.isDrill === other?.isDrill;

/** The id under which the pads have an area: its own, or its twin's. */
export const shownId = (areas: readonly Pick<Area, 'areaId'>[], areaId: string): string =>
  areas.find((area) => area.areaId === areaId || area.areaId === twinOf(areaId) || twinOf(area.areaId) === areaId)
    ?.areaId ?? areaId;

/**
 * The people who are still inside, by how many that may be low, and the assembly points with the people there. After the end, as long as it is still
 * shown, the numbers are the last known ones.
 */
export function remainingIn(areas: readonly ShownArea[], sideAreas: readonly ShownArea[], evacuation: Evacuation) {
  const sides = new Map<string, ShownArea>([...evacuation.sideAreas, ...sideAreas].map((side) => [side.areaId, side]));
  const inside = areas.map((area) => {
    const counted = evacuation.isDrill ? sides.get(twinOf(area.areaId)) : area;
    return {
      areaId: area.areaId,
      areaName: area.areaName,
      people: counted?.currentOccupancy ?? 0,
      lowBy: counted?.mayBeLowBy ?? 0,
    };
  });
  return {
    areas: inside,
    people: inside.reduce((sum, { people }) => sum + people, 0),
    lowBy: inside.reduce((sum, { lowBy }) => sum + lowBy, 0),
    points: [...sides.values()].filter(({ areaId }) => isPoint(areaId)),
  };
}

const KEY = 'headroom.assemblyPoint';
const ChosenSchema = z.object({ evacuationId: z.string(), areaId: z.string() });

/** The assembly point at which this device counts, for one evacuation or drill. It outlives a reload. */
export function useAssemblyPoint(evacuationId: string | null) {
  const [chosen, setChosen] = useState(() => z.safeParse(ChosenSchema, readJson(KEY)).data ?? null);
  const choose = (areaId: string | null) => {
    const next = areaId === null || evacuationId === null ? null : { evacuationId, areaId };
    setChosen(next);
    keep(KEY, next && JSON.stringify(next));
  };
  return [chosen?.evacuationId === evacuationId ? chosen.areaId : null, choose] as const;
}
