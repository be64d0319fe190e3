import { TAPS_PER_FRAME_MAX } from '../../src/shared/limits';
import { Api } from './api';
import type { Demo } from './demo';
import { AREAS, EVENT_NAME } from './festival';
import { type Plan, type PlannedTap, sizedCapacity, sizedVenue, type Step, tallyOf } from './plan';
import { Seat } from './seat';

export interface FillOptions {
  url: string;
  plan: Plan;
  size: number;
  email: string;
  password: string;
  /** The most frames under way at the same time. With 1, the server receives each tap at its planned time. */
  framesAtOnce?: number;
  /** Called when each day of the festival begins, with the time in epoch ms. */
  onDay: (at: number) => void;
}

/** The most frames that can be under way at once. With more of them, taps of different doors would get out of order. */
const FRAMES_AT_ONCE = 48;
/** A longer pause in the plan is a night, or the days between the weekend and today. */
const NIGHT_MS = 5 * 3_600_000;

/**
 * Plays the festival through the product's calls and sockets, on a server whose clock shows the plan's time
 * (worker/past.ts).
 *
 * @throws {Error} a call or tap was refused, or the server's areas differ from the plan
 */
export async function fillFestival(options: FillOptions): Promise<Demo> {
  const filler = new Filler(options);
  try {
    await filler.prepare();
    await filler.play();
    await filler.compare();
    const { email, password } = options;
    const { eventId, areaIds } = filler;
    return { email, password, eventId, areaIds };
  } finally {
    await filler.sendHome();
  }
}

class Filler {
  eventId = '';
  readonly areaIds: string[] = [];
  private readonly options: FillOptions;
  private readonly admin: Api;
  private readonly seats = new Map<number, Seat>();
  private accessCode = '';
  private now: number;
  private framesUnderWay = 0;
  /** For each area, the people whom the room has certainly counted in, less all who leave. */
  private readonly surelyInside = AREAS.map(() => 0);
  private failure: Error | null = null;
  private wake: (() => void) | null = null;

  constructor(options: FillOptions) {
    this.options = options;
    this.now = options.plan.preparedAt;
    this.admin = new Api(options.url, () => this.now);
  }

  /** Creates the organizer's account, the event, its areas and its display link. */
  async prepare(): Promise<void> {
    const { size, email, password } = this.options;
    await this.admin.signUp(email, password);
    await this.admin.logIn(email, password);
    ({ eventId: this.eventId, accessCode: this.accessCode } = await this.admin.createEvent(EVENT_NAME));
    for (const { name, capacity } of AREAS) {
      const { areaId } = await this.admin.createArea(this.eventId, name, sizedCapacity(capacity, size));
      this.areaIds.push(areaId);
    }
    await this.admin.setVenue(this.eventId, sizedVenue(size));
    await this.admin.makeDisplay(this.eventId);
  }

  async play(): Promise<void> {
    const { plan, onDay } = this.options;
    const { steps } = plan;
    for (let next = 0; next < steps.length;) {
      const step = steps[next];
      if (step === undefined) break;
      if (step.at - this.now > NIGHT_MS) onDay(step.at);
      this.now = step.at;
      const taps = frameAt(steps, next);
      if (step.type === 'tap') await this.tap(taps);
      else await this.act(step);
      next += Math.max(1, taps.length);
    }
    await this.underWay(0);
  }

  /** Throws if the server's counts differ from the plan. */
  async compare(): Promise<void> {
    const shown = await this.admin.listAreas(this.eventId);
    for (const [area, { occupancy, entries, exits }] of tallyOf(this.options.plan.steps).entries()) {
      const { areaName, currentOccupancy, totalEntries, totalExits } =
        shown.find(({ areaId }) => areaId === this.areaIds[area]) ?? {};
      if (currentOccupancy === occupancy && totalEntries === entries && totalExits === exits) continue;
      throw new Error(
        `${areaName}: planned were ${occupancy} inside of ${entries} in and ${exits} out,` +
          ` the server has ${currentOccupancy} of ${totalEntries} and ${totalExits}`,
      );
    }
  }

  async sendHome(): Promise<void> {
    await Promise.all([...this.seats.values()].map((seat) => seat.leave()));
  }

  private async tap(taps: readonly PlannedTap[]): Promise<void> {
    await this.underWay((this.options.framesAtOnce ?? FRAMES_AT_ONCE) - 1);
    for (const tap of taps) {
      const { from, people } = waysOf(tap);
      if (from === undefined) continue;
      // The frames of two doors can overtake each other. People must be counted in before they are counted out.
      if (this.inside(from) < people) await this.underWay(0);
      this.surelyInside[from] = this.inside(from) - people;
    }
    const [{ device } = { device: -1 }] = taps;
    this.framesUnderWay += 1;
    this.seat(device).send(taps, this.now);
  }

  private async act(step: Exclude<Step, { type: 'tap' }>): Promise<void> {
    await this.underWay(0);
    switch (step.type) {
      case 'join':
        this.seats.set(step.device, await this.open(step.device));
        return;
      case 'leave':
        await this.seat(step.device).leave();
        this.seats.delete(step.device);
        return;
      case 'recount': {
        const { area, occupancy, reason } = step;
        await this.admin.recountArea(this.areaIds[area] ?? '', { occupancy, reason });
        this.surelyInside[area] = occupancy;
        return;
      }
      case 'reset':
        await this.admin.resetArea(this.areaIds[step.area] ?? '');
        this.surelyInside[step.area] = 0;
        return;
      case 'acknowledge':
        await this.seat(step.device).acknowledge();
        return;
    }
  }

  private async open(device: number): Promise<Seat> {
    const { url } = this.options;
    const api = new Api(url, () => this.now);
    await api.logIn(this.accessCode, null);
    return await Seat.open({
      api,
      url,
      eventId: this.eventId,
      areaIds: this.areaIds,
      device,
      onAcked: (taps) => {
        this.framesUnderWay -= 1;
        for (const tap of taps) {
          const { into, people } = waysOf(tap);
          if (into !== undefined) this.surelyInside[into] = this.inside(into) + people;
        }
        this.wake?.();
      },
      onFailure: (failure) => {
        this.failure ??= failure;
        this.wake?.();
      },
    });
  }

  /** Waits until at most `atMost` frames are under way. */
  private async underWay(atMost: number): Promise<void> {
    while (this.failure === null && this.framesUnderWay > atMost) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
    if (this.failure !== null) throw this.failure;
  }

  private inside(area: number): number {
    return this.surelyInside[area] ?? 0;
  }

  private seat(device: number): Seat {
    const seat = this.seats.get(device);
    if (seat === undefined) throw new Error(`Device ${device} is not there`);
    return seat;
  }
}

/** Returns the taps from step `next` on that one device sends at once, as one frame; none if that step is no tap. */
function frameAt(steps: readonly Step[], next: number): PlannedTap[] {
  const first = steps[next];
  if (first?.type !== 'tap') return [];
  const taps: PlannedTap[] = [];
  for (const step of steps.slice(next, next + TAPS_PER_FRAME_MAX)) {
    if (step.type !== 'tap' || step.at !== first.at || step.tap.device !== first.tap.device) break;
    taps.push(step.tap);
  }
  return taps;
}

/** Returns the area that a tap's people leave and the area that they enter; undefined for the outside. */
function waysOf({ area, to, change }: PlannedTap): {
  from: number | undefined;
  into: number | undefined;
  people: number;
} {
  const [from, into] = change < 0 ? [area, to] : [to, area];
  return { from, into, people: Math.abs(change) };
}
