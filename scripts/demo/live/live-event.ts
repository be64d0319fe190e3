import { setTimeout as sleep } from 'node:timers/promises';
import { nextMove, pauseOf } from '../../../test/support/crowd';
import { seededRandom } from '../../../test/support/random';
import type { Demo } from '../demo';
import { openMachineKey } from '../machines/key';
import { LiveDevice } from './live-device';
import { LiveMachine } from './live-machine';
import { logInAsOrganizer } from '../organizer';
import { nextLeaving } from '../shows/leaving';
import { doorOf, liveGoals, type Show, staffed } from '../shows/show';

/** The mean pause between two taps of all devices together while people leave in an evacuation or drill, in ms. */
const LEAVING_PAUSE_MS = 1_500;

/** An event while the demo is open. In an evacuation or drill its doors count people out. */
export class LiveEvent {
  private readonly url: string;
  private readonly demo: Demo;
  private readonly show: Show;
  private readonly random = seededRandom(Date.now());
  private readonly devices: ReadonlyMap<number, LiveDevice>;
  private machines: ReadonlyMap<number, LiveMachine> = new Map();
  private readonly startedAt = Date.now();
  /** The id of the drill that this run has begun, or goes on with. */
  private drill: string | null = null;
  private isOver = false;

  /** @param demo with the id and the areas of this event */
  constructor(url: string, demo: Demo, show: Show, onGone: () => void) {
    this.url = url;
    this.demo = demo;
    this.show = staffed(show);
    const gone = () => {
      if (!this.isOver) onGone();
      this.isOver = true;
    };
    this.devices = new Map(
      devicesOf(show, false).map((device) => [
        device,
        new LiveDevice({ url, demo, door: doorOf(show, device), onGone: gone }),
      ]),
    );
  }

  /** Counts until `stop` is called or the event is gone. */
  async run(): Promise<void> {
    await Promise.all([...this.devices.values()].map((device) => device.open()));
    if (this.show.drill) await this.startDrill(this.show.drill.points);
    await this.switchOn();
    while (!this.isOver) {
      await sleep(pauseOf(this.random, this.isLeaving ? LEAVING_PAUSE_MS : this.show.pauseMs));
      if (!this.isOver) await this.tap();
    }
  }

  stop(): void {
    this.isOver = true;
    for (const device of this.devices.values()) device.close();
    for (const machine of this.machines.values()) machine.stop();
  }

  /** What all devices show: they have the same counts, so one device is enough. */
  private get room() {
    return this.devices.get(this.show.controlDesk)?.room;
  }

  private get isLeaving(): boolean {
    return (this.room?.evacuation ?? null) !== null;
  }

  private async tap(): Promise<void> {
    const { room, random, show } = this;
    const { areaIds } = this.demo;
    if (!room) return;
    if (room.evacuation) {
      const leaving = nextLeaving(random, show, areaIds, room);
      if (leaving) this.devices.get(leaving.device)?.tap(leaving.areaId, leaving.change);
      else if (room.evacuation.evacuationId === this.drill) await this.endDrill(this.drill);
      return;
    }
    const areas = areaIds.map((areaId, index) => {
      const area = room.areas?.find((one) => one.areaId === areaId);
      return area && { occupancy: area.currentOccupancy - this.leftUnseen(index), capacity: area.capacity };
    });
    const next = nextMove(random, show, areas, liveGoals(show, Date.now() - this.startedAt));
    if (next === null) return;
    const machine = this.machines.get(next.device);
    if (machine?.isCounting) machine.pass({ ...next, at: Date.now() });
    const to = next.to === undefined ? undefined : areaIds[next.to];
    this.devices.get(next.device)?.tap(areaIds[next.area] ?? '', next.change, to);
  }

  private leftUnseen(area: number): number {
    return [...this.machines.values()].reduce((sum, machine) => sum + machine.leftUnseen(area), 0);
  }

  /** Switches the event's machines on, with a new key. Without one, nobody passes their doors. */
  private async switchOn(): Promise<void> {
    const { url, demo, show } = this;
    const { eventId, areaIds } = demo;
    const own = devicesOf(show, true);
    if (own.length === 0) return;
    const organizer = await logInAsOrganizer(url, demo);
    const api = organizer && (await openMachineKey(url, organizer.api, eventId).catch(() => null));
    if (!api || this.isOver) return;
    const place = { api, eventId, areaIds, show };
    this.machines = new Map(own.map((device) => [device, new LiveMachine({ ...place, device })]));
    for (const machine of this.machines.values()) void machine.run();
  }

  /** Starts a drill, or goes on with the one that the last run has left. */
  private async startDrill(points: readonly string[]): Promise<void> {
    const organizer = await logInAsOrganizer(this.url, this.demo);
    if (organizer === null) return;
    this.drill = await organizer.api.runningEvacuation(this.demo.eventId);
    this.drill ??= (await organizer.api.startDrill(this.demo.eventId, points)).evacuationId;
  }

  private async endDrill(evacuationId: string): Promise<void> {
    this.drill = null;
    const organizer = await logInAsOrganizer(this.url, this.demo);
    // A visitor may have ended it meanwhile.
    await organizer?.api.endEvacuation(this.demo.eventId, evacuationId).catch(() => {});
  }
}

/** Returns the indices of the devices that count: the machines, or the others. */
const devicesOf = ({ devices, offline }: Show, areMachines: boolean): number[] =>
  [...devices.entries()].flatMap(([index, { machine }]) =>
    index !== offline && (machine !== undefined) === areMachines ? [index] : [],
  );
