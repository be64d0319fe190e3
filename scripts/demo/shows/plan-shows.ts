import { seededRandom } from '../../../test/support/random';
import { arrivals, numbered, type Plan, type Step } from '../plan';
import { exitOf } from './leaving';
import { playDrill, playShow } from './play';
import { type PlayedShow, sized } from './show';
import { POINTS, STEWARD, THEATER } from './theater';
import { UNCONFIRMED_DOOR, WAREHOUSE } from './warehouse';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Before the doors open, the organizer prepares the event. */
const PREPARED_MS = 30 * MINUTE_MS;

export interface ShowPlan {
  show: PlayedShow;
  plan: Plan;
}

export interface ShowPlanOptions {
  /** The time at which the plans end, epoch ms. */
  now: number;
  seed: number;
  size: number;
}

/** Plans the events beside the festival: they have opened today, and go on. */
export const planShows = (options: ShowPlanOptions): ShowPlan[] => [planWarehouse(options), planTheater(options)];

const planOf = (show: PlayedShow, opensAt: number, steps: readonly Step[]): ShowPlan => ({
  show,
  plan: {
    preparedAt: opensAt - PREPARED_MS,
    steps: [...arrivals(show.devices.length, opensAt), ...steps].toSorted((a, b) => a.at - b.at),
  },
});

/** The floor fills up; since ten minutes ago, one may come in for each one who leaves. */
function planWarehouse({ now, seed, size }: ShowPlanOptions): ShowPlan {
  const opensAt = now - WAREHOUSE.openFor * HOUR_MS;
  const random = seededRandom(seed + 101);
  const occupancy = WAREHOUSE.areas.map(() => 0);
  const taps = playShow(sized(WAREHOUSE, size), opensAt, { random, opensAt, endsAt: now - SECOND_MS, size, occupancy });
  const givenAt = now - 10 * MINUTE_MS;
  const acknowledgedAt = now - 30 * MINUTE_MS;
  const confirming = WAREHOUSE.devices.flatMap((_, device) => (device === UNCONFIRMED_DOOR ? [] : [device]));
  return planOf(WAREHOUSE, opensAt, [
    ...numbered(taps),
    {
      type: 'acknowledge',
      device: WAREHOUSE.controlDesk,
      note: 'Second bar upstairs is open, stewards at the stairs',
      at: acknowledgedAt,
    },
    { type: 'order', order: { kind: 'one_in_one_out', note: 'Ground floor is nearly full' }, at: givenAt },
    ...confirming.map((device, i): Step => ({ type: 'confirm', device, at: givenAt + (4 + i * 7) * SECOND_MS })),
  ]);
}

/** An hour ago, the theater had a drill of six minutes. */
function planTheater({ now, seed, size }: ShowPlanOptions): ShowPlan {
  const opensAt = now - THEATER.openFor * HOUR_MS;
  const random = seededRandom(seed + 102);
  const occupancy = THEATER.areas.map(() => 0);
  const from = now - 60 * MINUTE_MS;
  const to = from + 6 * MINUTE_MS;
  const resumesAt = to + 3 * MINUTE_MS;
  const before = playShow(sized(THEATER, size), opensAt, {
    random,
    opensAt,
    endsAt: from - 5 * SECOND_MS,
    size,
    occupancy,
  });
  const drill = playDrill({
    random,
    from,
    to,
    occupancy: [...occupancy],
    exits: THEATER.areas.map((_, area) => exitOf(THEATER, area)),
    steward: STEWARD,
    points: POINTS.length,
  });
  const after = playShow(sized(THEATER, size), resumesAt, {
    random,
    opensAt,
    endsAt: now - SECOND_MS,
    size,
    occupancy,
  });
  return planOf(THEATER, opensAt, [
    ...numbered([...before, ...drill, ...after]),
    { type: 'drill', points: POINTS, at: from },
    { type: 'end drill', at: to + 90 * SECOND_MS },
  ]);
}
