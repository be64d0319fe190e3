import { seededRandom } from '../../../test/support/random';
import { arrivals, numbered, type Plan, type Step } from '../plan';
import { playDrill } from './leaving';
import { playShow, type Show, sized } from './show';
import { DRILL, THEATER } from './theater';
import { UNCONFIRMED_DOOR, WAREHOUSE } from './warehouse';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Before the doors open, the organizer prepares the event. */
const PREPARED_MS = 30 * MINUTE_MS;

export interface ShowPlan {
  show: Show;
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

const planOf = (show: Show, opensAt: number, steps: readonly Step[]): ShowPlan => ({
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
  const pauseMs = () => WAREHOUSE.pauseMs / size;
  const until = { from: opensAt, to: now - SECOND_MS };
  const taps = playShow(sized(WAREHOUSE, size), { random, opensAt, ...until, occupancy, pauseMs });
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
  const show = sized(THEATER, size);
  const common = { random, opensAt, occupancy, pauseMs: () => THEATER.pauseMs / size };
  const before = playShow(show, { ...common, from: opensAt, to: from - 5 * SECOND_MS });
  const drill = playDrill({ random, from, to, occupancy, doors: THEATER, ...DRILL });
  const after = playShow(show, { ...common, from: resumesAt, to: now - SECOND_MS });
  return planOf(THEATER, opensAt, [
    ...numbered([...before, ...drill, ...after]),
    { type: 'drill', points: DRILL.points, at: from },
    { type: 'end drill', at: to + 90 * SECOND_MS },
  ]);
}
