import type { Area } from '../../src/shared/schemas/area';
import { countedAreas, fillAreas } from './counts.ts';
import { type Doors, nextMove } from './crowd.ts';
import { comesTrue } from './eventually.ts';
import { between, type Random } from './random.ts';
import { TestDevice, type TestDeviceOptions } from './test-device.ts';
import type { Venue } from './venue.ts';

/** All devices share a venue's first areas; each of the other areas belongs to one device. */
export const SHARED_AREAS = 3;
/** Enough people that no exit finds an area empty. */
const FILL = 1_000;

export interface Crowd {
  venue: Venue;
  devices: readonly Counter[];
}

const sharedAreas = ({ areaIds }: Venue): readonly string[] => areaIds.slice(0, SHARED_AREAS);

/** Adds people to all areas. */
export const fillVenue = (url: URL, venue: Venue): Promise<void> => fillAreas(url, venue, venue.areaIds, FILL);

/** A device's doors: those of the shared areas, and that of its own area, which has the next number. */
const DOORS: Doors = {
  gates: Array.from({ length: SHARED_AREAS + 1 }, (_, area) => ({ device: 0, area, ins: 8, outs: 2 })),
  passages: Array.from({ length: SHARED_AREAS }, (_, area) => ({
    device: 0,
    areas: [area, (area + 1) % SHARED_AREAS],
  })),
};

interface CounterOptions extends Omit<TestDeviceOptions, 'eventId'> {
  venue: Venue;
  /** The device's index within its venue. */
  number: number;
  random: Random;
  tapEveryMs: readonly [number, number];
  /** The share of taps that undo the one before; a tenth by default. */
  undoShare?: number | undefined;
}

/** What one tap changes: an undo counts −1 times. */
interface Made {
  areaId: string;
  change: number;
  to?: string | undefined;
  times: 1 | -1;
}

/** A simulated person who taps, undoes and transfers, and keeps track of the expected numbers. */
export class Counter extends TestDevice {
  /** No other device taps in this area, so the exact number that this device must show is known at any moment. */
  private readonly ownAreaId: string;
  private readonly counter: CounterOptions;
  /** All taps, oldest first. */
  private readonly made: Made[] = [];
  /** [entries, exits] of each area. */
  private readonly done = new Map<string, [ins: number, outs: number]>();
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(options: CounterOptions) {
    super({ ...options, eventId: options.venue.eventId });
    this.counter = options;
    this.ownAreaId = options.venue.areaIds[SHARED_AREAS + options.number] ?? '';
  }

  startTapping(): void {
    this.timer = setTimeout(
      () => {
        this.tapOnce();
        this.startTapping();
      },
      between(this.counter.random, ...this.counter.tapEveryMs),
    );
  }

  stopTapping(): void {
    if (this.timer !== null) clearTimeout(this.timer);
  }

  /** The numbers that this device shows, sorted by area id. */
  get shown(): string {
    return numbersOf(this.channel.snapshot.areas ?? []);
  }

  doneTo(areaId: string): [ins: number, outs: number] {
    return this.done.get(areaId) ?? [0, 0];
  }

  /** Taps once, if there is a button to tap. */
  tapOnce(): void {
    const { random, venue, undoShare = 0.1 } = this.counter;
    const { areas, undoable } = this.channel.snapshot;
    // As on the screen: there is no button before the list is loaded.
    if (areas === null) return;
    if (undoable !== null && random() < undoShare) {
      this.make({ ...undoable, times: -1 });
      return this.undo();
    }
    const areaIds = [...sharedAreas(venue), this.ownAreaId];
    const shown = areaIds.map((areaId) => areas.find((area) => area.areaId === areaId));
    const filled = shown.map((area) => area && { occupancy: area.currentOccupancy, capacity: area.capacity });
    const move = nextMove(random, DOORS, filled);
    if (move === null) return;
    const [areaId = '', to] = [move.area, move.to].map((index) => areaIds[index ?? Infinity]);
    this.make({ areaId, change: move.change, to, times: 1 });
    this.tap(areaId, move.change, to);
  }

  /** Takes back what the taps from number `from` to before number `to` have changed, counted from 0. */
  lose(from: number, to: number): void {
    for (const made of this.made.slice(from, to)) this.add(made, made.times === 1 ? -1 : 1);
  }

  private make(made: Made): void {
    this.made.push(made);
    this.add(made, made.times);
  }

  /** @param times −1 takes the tap back */
  private add({ areaId, change, to }: Omit<Made, 'times'>, times: 1 | -1): void {
    const [ins, outs] = this.doneTo(areaId);
    this.done.set(areaId, change > 0 ? [ins + change * times, outs] : [ins, outs - change * times]);
    if (to !== undefined) this.add({ areaId: to, change: 0 - change }, times);
  }
}

/** An area's numbers. */
type Counted = Pick<Area, 'areaId' | 'currentOccupancy' | 'totalEntries' | 'totalExits'>;

/** The numbers that are compared between devices and the server. */
const numbersOf = (areas: readonly Counted[]): string =>
  areas
    .map(({ areaId, currentOccupancy, totalEntries, totalExits }) =>
      [areaId, currentOccupancy, totalEntries, totalExits].join(' '),
    )
    .toSorted()
    .join('\n');

const counted = async (url: URL, venue: Venue): Promise<string> =>
  numbersOf([...(await countedAreas(url, venue)).values()]);

/** Resolves to the ms until no tap is unsent and every device shows the server's numbers; null after `withinMs`. */
export async function settled(url: URL, { venue, devices }: Crowd, withinMs: number): Promise<number | null> {
  const from = performance.now();
  const areAllEqual = async () => {
    const numbers = await counted(url, venue);
    return devices.every(({ shown, channel }) => channel.snapshot.unsentTaps === 0 && shown === numbers);
  };
  return (await comesTrue(areAllEqual, withinMs)) ? performance.now() - from : null;
}

/** Lists the faults after counting has ended; empty when every tap is counted once. */
export async function wrongOf(url: URL, { venue, devices }: Crowd): Promise<string[]> {
  const wrong = devices.flatMap(({ over, refused, channel }, number) => {
    const { unsentTaps } = channel.snapshot;
    return [
      ...(over === null ? [] : [`Device ${number} has ended: ${over}`]),
      ...(refused === 0 ? [] : [`Device ${number}: ${refused} taps refused`]),
      ...(unsentTaps === 0 ? [] : [`Device ${number}: ${unsentTaps} taps unsent`]),
    ];
  });
  const tapped = numbersOf(
    venue.areaIds.map((areaId) => {
      const done = devices.map((device) => device.doneTo(areaId));
      const totalEntries = done.reduce((total, [ins]) => total + ins, FILL);
      const totalExits = done.reduce((total, [, outs]) => total + outs, 0);
      return { areaId, totalEntries, totalExits, currentOccupancy: totalEntries - totalExits };
    }),
  );
  const numbers = await counted(url, venue);
  if (numbers !== tapped) wrong.push(`Tapped:\n${tapped}\nCounted:\n${numbers}`);
  return wrong;
}
