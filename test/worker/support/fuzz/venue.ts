import { env } from 'cloudflare:workers';
import type { Principal, RoomConnection } from '../../../../src/lib/contract';
import { CONNECTION_HEADER } from '../../../../src/lib/contract';
import { newId } from '../../../../src/lib/ids';
import { PROTOCOL_VERSION } from '../../../../src/shared/protocol/version';
import type { Area } from '../../../../src/shared/schemas/area';
import { putDefinition } from '../definitions';
import { Device } from '../device';
import { ADMIN, definition, visitOf } from '../room';
import { keepSession } from '../sessions';
import { ModelRoom } from './model-room';
import { inTime } from './run';

/** How a socket ends that is not ended by a frame of its own. */
export const REPLACED = 4409;

/** One device among others on the event: its socket, when it has one, and under which client id it has joined. */
export interface Slot {
  principal: Principal;
  clientId: string;
  device: Device | null;
  /** Counts the sockets as they are opened: of two with one client id the room keeps the newer. */
  order: number;
  joinedAs: string | null;
}

export const countsOf = (areas: readonly Area[]) =>
  Object.fromEntries(areas.map((area) => [area.areaId, [area.currentOccupancy, area.totalEntries, area.totalExits]]));

/** An event of its own: its room, the devices that are fuzzed, one that only counts along, and the model of it all. */
export class Venue {
  readonly model = new ModelRoom();
  readonly slots: Slot[];
  /** Whose each client id is, from its first join on. */
  readonly owners = new Map<string, Principal>();
  private readonly known;
  private readonly assigned = new Map<string, string | null>();
  /** It only counts along. */
  readonly bystander: Pick<Slot, 'clientId' | 'principal'>;
  private bystanding: Device | null = null;

  private constructor(readonly eventId: string) {
    const code = `code:${eventId}` as const;
    this.bystander = { clientId: 'bystander-000000', principal: code };
    this.owners.set(this.bystander.clientId, code);
    this.slots = [ADMIN, code, code].map((principal, index) => ({
      principal,
      clientId: `fuzz-client-${index}-000`,
      device: null,
      order: 0,
      joinedAs: null,
    }));
    const event = { ...definition().event, eventId, accessCode: eventId };
    // As D1 has it: its first revision, with the trial over.
    this.known = definition({
      eventId,
      event,
      revision: 2,
      account: { revision: 3, status: 'active', trialEndsAt: 0 },
    });
  }

  private opened = 0;

  static async open(): Promise<Venue> {
    const venue = new Venue(newId());
    const { known, model } = venue;
    await putDefinition({ ...known, areas: [] });
    const gone = { areaId: 'gone', areaName: 'Gone', capacity: 1 };
    await venue.stub.follow({ ...known, revision: 1, areas: [...known.areas, gone] }, ADMIN);
    await venue.stub.follow(known, ADMIN);
    for (const { areaId } of [...known.areas, gone]) model.addArea(areaId);
    const area = model.areas.get('gone');
    if (area) area.isDeleted = true;
    const device = await venue.connect(venue.bystander.principal);
    device.send({ type: 'join_event', eventId: venue.eventId, clientId: venue.bystander.clientId });
    await inTime(device.next('sync'), 'the join of the bystander');
    venue.bystanding = device;
    return venue;
  }

  get bystanderDevice(): Device {
    if (this.bystanding === null) throw new Error('The venue is not open');
    return this.bystanding;
  }

  get stub() {
    return env.ROOMS.get(env.ROOMS.idFromName(this.eventId));
  }

  private async connect(principal: Principal): Promise<Device> {
    const who = { principal, sessionId: newId(), tier: 'counting', protocol: PROTOCOL_VERSION } as const;
    const connection: RoomConnection = { ...visitOf(this.known), ...who };
    await keepSession(connection.sessionId);
    const response = await this.stub.fetch('http://room/socket', {
      headers: { Upgrade: 'websocket', [CONNECTION_HEADER]: JSON.stringify(connection) },
    });
    if (response.webSocket === null) throw new Error(`No socket: ${response.status}`);
    return new Device(response.webSocket);
  }

  /** The slot's device, with a new socket when the last one is closed. */
  async deviceOf(slot: Slot): Promise<Device> {
    if (slot.device?.closed !== null) {
      slot.order = this.opened += 1;
      slot.device = await this.connect(slot.principal);
      slot.joinedAs = null;
    }
    return slot.device;
  }

  /** Stands for the client id that the room will choose. */
  assignClientId(): string {
    const name = `assigned-${this.assigned.size}`;
    this.assigned.set(name, null);
    return name;
  }

  /** The client id as the room knows it: what it has chosen once, it keeps to. */
  clientIdOf(name: string, said: string): string {
    if (this.assigned.get(name) === null) this.assigned.set(name, said);
    return this.assigned.get(name) ?? name;
  }

  async listAreas(): Promise<Record<string, number[]>> {
    const listed = await this.stub.listAreas(visitOf(this.known));
    return countsOf(listed.ok ? listed.value.areas : []);
  }
}
