import { newId } from '../../../../src/lib/ids';
import { DAY_MS, HOUR_MS } from '../../../../src/shared/limits';
import type { Actor } from './recipes';
import type { World } from './world';

/** The client id that this actor counts under on the event: a client belongs to one principal for good. */
const clientIdFor = (actor: string, eventId: string): string => `fuzz-${actor}-${eventId.slice(0, 20)}`;

const MISSING = 'no-such-thing';

const dateAt = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** A name in double braces, in the terms of the world as it is now; undefined for what is no name. */
function meaning(world: World, actor: Actor, name: string): string | undefined {
  const [event, second] = world.ownEvents('owner');
  const [foreign] = world.ownEvents('other');
  const areaIds = [...(event?.areas.keys() ?? [])];
  const eventId = event?.eventId ?? MISSING;
  switch (name) {
    case 'event0':
      return eventId;
    case 'EVENT0':
      return eventId.toUpperCase();
    case 'event1':
      return second?.eventId ?? MISSING;
    case 'foreign-event':
      return foreign?.eventId ?? MISSING;
    case 'gone-event':
      return world.goneEvents.at(-1) ?? MISSING;
    case 'area0':
      return areaIds[0] ?? MISSING;
    case 'area1':
      return areaIds[1] ?? areaIds[0] ?? MISSING;
    case 'foreign-area':
      return [...(foreign?.areas.keys() ?? [])][0] ?? MISSING;
    case 'gone-area':
      return world.goneAreas.at(-1) ?? MISSING;
    case 'code0':
      return event?.accessCode ?? MISSING;
    case 'code1':
      return second?.accessCode ?? MISSING;
    case 'display0':
      return event?.displayToken ?? MISSING;
    case 'display1':
      return second?.displayToken ?? MISSING;
    case 'foreign-display':
      return foreign?.displayToken ?? MISSING;
    case 'gone-display':
      return world.goneDisplays.at(-1) ?? MISSING;
    case 'email':
      return world.accounts.get(world.userIdOf('owner'))?.email;
    case 'session':
      return world.sessionIdOf(actor) ?? MISSING;
    case 'client':
      return clientIdFor(actor, eventId);
    case 'seq':
      return String((event?.room.lastSeq(clientIdFor(actor, eventId)) ?? 0) + 1);
    case 'n':
      return newId();
    case 'address':
      return `2001:db8:${newId().slice(0, 4)}:${newId().slice(0, 4)}::1`;
    case 'last-week':
      return dateAt(world.now - 9 * DAY_MS);
    case 'today':
      return dateAt(world.now - 6 * HOUR_MS);
    case 'tomorrow':
      return dateAt(world.now + DAY_MS);
    default:
      return /^now([+-]\d+)?$/.test(name) ? String(world.now + Number(name.slice(3) || 0)) : undefined;
  }
}

export const fillIn = (world: World, actor: Actor, text: string): string =>
  text.replaceAll(/\{\{([^{}]*)\}\}/g, (whole, name: string) => meaning(world, actor, name) ?? whole);
