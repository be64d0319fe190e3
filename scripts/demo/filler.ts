import { twinOf } from '../../src/shared/evacuation/side-areas';
import { TAPS_PER_FRAME_MAX } from '../../src/shared/protocol/limits';
import { Api } from '../../test/support/api';
import { openMachineKey } from './machines/key';
import { Machine } from './machines/machine';
import { type Plan, type PlannedTap, type Step, tallyOf } from './plan';
import { Seat } from './seat';
import { doorOf, type Show } from './shows/show';

export interface FillerOptions {
  url: string;
  /** The calls, made with the organizer's session. */
  organizer: Api;
  /** Returns the time that the server shows, epoch ms. */
  now: () => number;
  /** The event, in the size of the plan. */
  show: Show;
  plan: Plan;
}

/** The most frames that can be under way at once. With more of them, taps of different doors would get out of order. */
const FRAMES_AT_ONCE = 48;

/** Plays one event's plan through the product's calls and sockets. */
export class Filler {
  eventId = '';
  readonly areaIds: string[] = [];
  private readonly options: FillerOptions;
  private readonly seats = new Map<number, Seat>();
  private readonly machines = new Map<number, Machine<PlannedTap>>();
  /** The calls of the machines, made with their key. */
  private machineApi: Api | null = null;
  private accessCode = '';
  /** The index of the next step; -1 until the event is prepared. */
  private next = -1;
  private framesUnderWay = 0;
  /** For each area, the people whom the room has certainly counted in, less all who leave. */
  private readonly surelyInside: number[];
  private orderId = '';
  private drill: { evacuationId: string; points: readonly string[] } | null = null;
  private failure: Error | null = null;
  private wake: (() => void) | null = null;

  constructor(options: FillerOptions) {
    this.options = options;
    this.surelyInside = options.show.areas.map(() => 0);
  }

  /** When the next step, or a call of a machine, is due, epoch ms; null after the last step. */
  get nextAt(): number | null {
    const { preparedAt, steps } = this.options.plan;
    if (this.next < 0) return preparedAt;
    const step = steps[this.next];
    return step === undefined ? null : Math.min(step.at, this.machinesDueAt);
  }

  /** Plays the next step, or all taps of the next frame, or has the machines send. The clock shows its time. */
  async play(): Promise<void> {
    const { steps } = this.options.plan;
    const step = steps[this.next];
    if (step !== undefined && this.machinesDueAt < step.at) return await this.machinesSend();
    if (step === undefined) {
      await this.prepare();
      this.next = 0;
      return;
    }
    const taps = frameAt(steps, this.next);
    if (step.type === 'tap') await this.tap(taps);
    else await this.act(step);
    this.next += Math.max(1, taps.length);
  }

  /** Waits for what is under way, then throws if the server's counts differ from the plan. */
  async compare(): Promise<void> {
    await this.underWay(0);
    const { organizer, show, plan } = this.options;
    const shown = await organizer.listAreas(this.eventId);
    for (const [area, { occupancy, entries, exits }] of tallyOf(plan.steps, show.areas.length).entries()) {
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

  /** Creates the event, its areas and its display link. */
  private async prepare(): Promise<void> {
    const { organizer, show, url, now } = this.options;
    ({ eventId: this.eventId, accessCode: this.accessCode } = await organizer.createEvent(show.eventName));
    for (const { name, capacity } of show.areas) {
      const { areaId } = await organizer.createArea(this.eventId, name, capacity);
      this.areaIds.push(areaId);
    }
    await organizer.setVenue(this.eventId, show.venue);
    await organizer.makeDisplay(this.eventId);
    if (!show.devices.some(({ machine }) => machine)) return;
    this.machineApi = await openMachineKey(url, organizer, this.eventId, now);
  }

  private async tap(taps: readonly PlannedTap[]): Promise<void> {
    await this.underWay(FRAMES_AT_ONCE - 1);
    for (const tap of taps) {
      const { from, people } = waysOf(tap);
      if (from === undefined) continue;
      // The frames of two doors can overtake each other. People must be counted in before they are counted out.
      if (this.inside(from) < people) await this.underWay(0);
      this.surelyInside[from] = this.inside(from) - people;
    }
    const [{ device } = { device: -1 }] = taps;
    const machine = this.machines.get(device);
    if (machine) return taps.forEach((tap) => machine.pass(tap));
    this.framesUnderWay += 1;
    this.seat(device).send(taps, this.options.now());
  }

  private async act(step: Exclude<Step, { type: 'tap' }>): Promise<void> {
    await this.underWay(0);
    const { eventId } = this;
    const { organizer } = this.options;
    switch (step.type) {
      case 'join':
        await this.join(step);
        return;
      case 'leave':
        if (this.machines.delete(step.device)) return;
        await this.seat(step.device).leave();
        this.seats.delete(step.device);
        return;
      case 'recount': {
        const { area, occupancy, reason } = step;
        await organizer.recountArea(this.areaIds[area] ?? '', { occupancy, reason });
        this.surelyInside[area] = occupancy;
        return;
      }
      case 'reset':
        await organizer.resetArea(this.areaIds[step.area] ?? '');
        this.surelyInside[step.area] = 0;
        return;
      case 'acknowledge':
        await this.seat(step.device).acknowledge(step.note);
        return;
      case 'order':
        this.orderId = await organizer.giveOrder(eventId, { ...step.order, target: { type: 'event' } });
        return;
      case 'confirm':
        await this.seat(step.device).confirm(this.orderId);
        return;
      case 'drill':
        this.drill = await organizer.startDrill(eventId, step.points);
        return;
      case 'end drill':
        await organizer.endEvacuation(eventId, this.drill?.evacuationId ?? '');
        return;
    }
  }

  private async join({ device, at }: { device: number; at: number }): Promise<void> {
    const { show } = this.options;
    if (show.devices[device]?.machine === undefined) {
      this.seats.set(device, await this.open(device));
      return;
    }
    const { eventId, areaIds, machineApi: api } = this;
    if (api === null) throw new Error(`${show.eventName} has no key for its machines`);
    const machine = new Machine<PlannedTap>({ api, eventId, areaIds, show, device });
    await machine.begin(at);
    this.machines.set(device, machine);
  }

  private get machinesDueAt(): number {
    return Math.min(...[...this.machines.values()].map(({ dueAt }) => dueAt));
  }

  private async machinesSend(): Promise<void> {
    await Promise.all([...this.machines.values()].map(async (machine) => this.counted(await machine.send())));
  }

  private async open(device: number): Promise<Seat> {
    const { url, now, show } = this.options;
    const api = new Api(url, now);
    await api.logIn(this.accessCode, null);
    return await Seat.open({
      api,
      url,
      eventId: this.eventId,
      areaIds: this.areaIds,
      idOf: (area, place) => this.idOf(area, place),
      door: doorOf(show, device),
      onAcked: (taps) => {
        this.framesUnderWay -= 1;
        this.counted(taps);
        this.wake?.();
      },
      onFailure: (failure) => {
        this.failure ??= failure;
        this.wake?.();
      },
    });
  }

  private counted(taps: readonly PlannedTap[]): void {
    for (const tap of taps) {
      const { into, people } = waysOf(tap);
      if (into !== undefined) this.surelyInside[into] = this.inside(into) + people;
    }
  }

  /** Waits until at most `atMost` frames are under way. With 0, the machines have sent all, too. */
  private async underWay(atMost: number): Promise<void> {
    if (atMost === 0) await this.machinesSend();
    while (this.failure === null && this.framesUnderWay > atMost) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
    if (this.failure !== null) throw this.failure;
  }

  private idOf(area: number, place: PlannedTap['place']): string {
    if (place === 'assembly') return this.drill?.points[area] ?? '';
    const areaId = this.areaIds[area];
    if (areaId === undefined) throw new Error(`${this.options.show.eventName} has no area ${area}`);
    return place === 'drill' ? twinOf(areaId) : areaId;
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
function waysOf({ area, to, change, place }: PlannedTap): {
  from: number | undefined;
  into: number | undefined;
  people: number;
} {
  // A drill's counts are apart. Its taps only take from what was inside when it began.
  if (place !== undefined) return { from: undefined, into: undefined, people: 0 };
  const [from, into] = change < 0 ? [area, to] : [to, area];
  return { from, into, people: Math.abs(change) };
}
