import { env } from 'cloudflare:workers';
import { newAccessCode, newId, newToken } from '../../../../src/lib/ids';
import type { Schedule } from '../../../../src/shared/schemas/schedule';
import type { VenueSettings } from '../../../../src/shared/schemas/venue-settings';
import { NO_BILLING_DETAILS } from '../../../../src/shared/schemas/billing-details';
import { insertAccount, insertSession, newAreaRow, newEventRow } from '../rows';
import { ModelRoom } from './model-room';
import type { Actor } from './recipes';

interface ModelAccount {
  userId: string;
  email: string;
  billing: Record<string, string>;
}

export interface ModelEvent {
  eventId: string;
  ownerId: string;
  eventName: string;
  accessCode: string;
  venue?: VenueSettings;
  /** Where one was set. */
  schedule?: Schedule;
  /** Of its display's link; null after one was revoked. */
  displayToken: string | null;
  /** Names and capacities; the counts are the room's. */
  areas: Map<string, { areaName: string; capacity: number }>;
  room: ModelRoom;
}

export interface WorldOptions {
  /** Time stands still but for what the test lets pass. */
  now: () => number;
  passwordHash?: string;
  isLocked: boolean;
  /** The first visit of an event's room. */
  introduce?: (token: string, event: ModelEvent) => Promise<void>;
}

/** Two accounts with events and everyone's sessions in D1, and what must be in D1 and in the rooms by now. */
export class World {
  readonly accounts = new Map<string, ModelAccount>();
  readonly events = new Map<string, ModelEvent>();
  /** Accounts made through the call; nobody uses them. */
  readonly signedUp: string[] = [];
  readonly goneEvents: string[] = [];
  readonly goneAreas: string[] = [];
  readonly goneDisplays: string[] = [];
  private readonly tokens: Partial<Record<Actor, string>> = {};
  private readonly sessionIds: Partial<Record<Actor, string>> = {};
  private owners = { owner: '', other: '' };
  private codeEventId = '';

  private constructor(readonly options: WorldOptions) {}

  static async create(options: WorldOptions): Promise<World> {
    const world = new World(options);
    await world.settle('owner');
    await world.settle('other');
    await world.renew('code');
    return world;
  }

  get now(): number {
    return this.options.now();
  }

  userIdOf(actor: 'owner' | 'other'): string {
    return this.owners[actor];
  }

  ownEvents(actor: 'owner' | 'other'): ModelEvent[] {
    return [...this.events.values()].filter(({ ownerId }) => ownerId === this.owners[actor]);
  }

  /** The event that the access code's session belongs to. */
  get codeEvent(): ModelEvent | undefined {
    return this.events.get(this.codeEventId);
  }

  /** Null for a guest; of `stale` it is no session's. */
  tokenOf(actor: Actor): string | null {
    return actor === 'guest' ? null : (this.tokens[actor] ?? 'f'.repeat(64));
  }

  sessionIdOf(actor: Actor): string | undefined {
    return this.sessionIds[actor];
  }

  /** A new account with two events for the owner, one for the other. */
  async settle(actor: 'owner' | 'other'): Promise<void> {
    const userId = newId();
    const account = { userId, email: `${userId}@headroom.test`, billing: { ...NO_BILLING_DETAILS } };
    this.accounts.set(userId, account);
    this.owners[actor] = userId;
    const status = this.options.isLocked && actor === 'owner' ? 'canceled' : null;
    await insertAccount({ ...account, status, now: this.now, passwordHash: this.options.passwordHash });
    await this.renew(actor);
    await this.addEvent(actor);
    if (actor === 'owner') await this.addEvent(actor);
  }

  /** An event with two areas, put into D1 behind the rooms' back. */
  async addEvent(actor: 'owner' | 'other'): Promise<ModelEvent> {
    const event: ModelEvent = {
      eventId: newId(),
      ownerId: this.owners[actor],
      eventName: 'Fest',
      accessCode: newAccessCode(),
      displayToken: newToken(),
      areas: new Map(),
      room: new ModelRoom(),
    };
    this.events.set(event.eventId, event);
    await env.DB.batch([newEventRow(event, this.now), ...this.newAreas(event, 2)]);
    await this.options.introduce?.(this.tokenOf(actor) ?? '', event);
    if (this.options.isLocked && actor === 'owner') event.room.lockedAt = this.now;
    return event;
  }

  private newAreas(event: ModelEvent, count: number): D1PreparedStatement[] {
    const inserts = Array.from({ length: count }, () => {
      const areaId = newId();
      event.areas.set(areaId, { areaName: 'Floor', capacity: 100 });
      event.room.addArea(areaId);
      return newAreaRow({ areaId, eventId: event.eventId, areaName: 'Floor', capacity: 100 }, this.now);
    });
    return [
      env.DB.prepare('UPDATE events SET revision = revision + 1 WHERE event_id = ?').bind(event.eventId),
      ...inserts,
    ];
  }

  /** A new session, as after a login. */
  async renew(actor: Actor): Promise<void> {
    if (actor === 'guest' || actor === 'stale') return;
    if (actor === 'code') this.codeEventId = this.ownEvents('owner')[0]?.eventId ?? '';
    const of = actor === 'code' ? { eventId: this.codeEventId } : { userId: this.owners[actor] };
    const { token, sessionId } = await insertSession(of, { now: this.now });
    this.tokens[actor] = token;
    this.sessionIds[actor] = sessionId;
  }

  /** What was deleted is replaced, so that the next input meets a whole world again. */
  async repair(): Promise<void> {
    for (const actor of ['owner', 'other'] as const) {
      if (!this.accounts.has(this.owners[actor])) await this.settle(actor);
      if (this.ownEvents(actor).length === 0) await this.addEvent(actor);
    }
    for (const event of this.ownEvents('owner')) {
      if (event.areas.size === 0) await env.DB.batch(this.newAreas(event, 1));
      if (event.displayToken === null) await this.giveDisplay(event);
    }
    if (!this.codeEvent) await this.renew('code');
  }

  private async giveDisplay(event: ModelEvent): Promise<void> {
    event.displayToken = newToken();
    const give = env.DB.prepare('UPDATE events SET display_token = ? WHERE event_id = ?');
    await give.bind(event.displayToken, event.eventId).run();
  }

  setDisplay(event: ModelEvent, displayToken: string | null): void {
    if (event.displayToken !== null) this.goneDisplays.push(event.displayToken);
    event.displayToken = displayToken;
  }

  forgetEvent(eventId: string): void {
    const event = this.events.get(eventId);
    if (event) this.setDisplay(event, null);
    this.events.delete(eventId);
    this.goneEvents.push(eventId);
  }
}
