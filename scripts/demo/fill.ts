import { Api } from '../../test/support/api';
import type { Demo } from './demo';
import { FESTIVAL } from './festival';
import { Filler } from './filler';
import type { Plan } from './plan';
import type { ShowPlan } from './shows/plan-shows';
import { sized } from './shows/show';

export interface FillOptions {
  url: string;
  /** The plan of the festival. */
  plan: Plan;
  /** The events beside the festival; none by default. */
  shows?: readonly ShowPlan[];
  size: number;
  email: string;
  password: string;
  /** Called when each day of the festival begins, with the time in epoch ms. */
  onDay: (at: number) => void;
}

/** A longer pause in the plan is a night, or the days between the weekend and today. */
const NIGHT_MS = 5 * 3_600_000;

/**
 * Plays the festival, and the events beside it, through the product's calls and sockets, on a server whose clock shows
 * the plans' time (worker/past.ts). That clock never goes back, so all events are played together.
 *
 * @throws {Error} a call or tap was refused, or the server's areas differ from the plan
 */
export async function fillFestival(options: FillOptions): Promise<Demo> {
  const { url, plan, shows = [], size, email, password, onDay } = options;
  let now = plan.preparedAt;
  const organizer = new Api(url, () => now);
  const common = { url, organizer, now: () => now };
  const festival = new Filler({ ...common, show: sized(FESTIVAL, size), plan });
  const others = shows.map((one) => ({
    key: one.show.key,
    filler: new Filler({ ...common, show: sized(one.show, size), plan: one.plan }),
  }));
  const fillers = [festival, ...others.map(({ filler }) => filler)];
  try {
    await organizer.signUp(email, password);
    await organizer.logIn(email, password);
    for (let next = earliest(fillers); next !== null; next = earliest(fillers)) {
      if (next.at - now > NIGHT_MS) onDay(next.at);
      now = Math.max(now, next.at);
      await next.filler.play();
    }
    for (const filler of fillers) await filler.compare();
    const { eventId, areaIds } = festival;
    const beside = others.map(({ key, filler }) => ({ key, eventId: filler.eventId, areaIds: filler.areaIds }));
    return { email, password, eventId, areaIds, shows: beside };
  } finally {
    await Promise.all(fillers.map((filler) => filler.sendHome()));
  }
}

/** Returns the event whose next step is due first, and when; null if all are over. */
function earliest(fillers: readonly Filler[]): { filler: Filler; at: number } | null {
  let first: { filler: Filler; at: number } | null = null;
  for (const filler of fillers) {
    const at = filler.nextAt;
    if (at !== null && (first === null || at < first.at)) first = { filler, at };
  }
  return first;
}
