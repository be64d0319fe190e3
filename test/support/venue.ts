import { Api } from './api';

/** The room, or the benchmark's yardstick (test/bench/floor.mjs). */
export type Subject = 'floor' | 'room';

/** The address to which devices connect, their headers, and the areas that they tap. */
export interface Venue {
  socketUrl: string;
  headers: Record<string, string>;
  eventId: string;
  areaIds: string[];
}

/** An event with `areas` areas. The real worker creates it through its calls; the floor only needs names. */
export async function openVenue(subject: Subject, { url }: { url: URL }, areas: number): Promise<Venue> {
  const socketBase = url.href.replace('http', 'ws');
  if (subject !== 'room') {
    const areaIds = Array.from({ length: areas }, (_, i) => `area-${i}`);
    return { socketUrl: `${socketBase}socket`, headers: {}, eventId: 'bench', areaIds };
  }
  return await openEvent(await openAccount(url, 'bench@headroom.test'), areas);
}

/** Creates a new admin and logs in. */
export async function openAccount(url: URL, email: string): Promise<Api> {
  const admin = new Api(url);
  const password = 'Bench-12345!';
  await admin.signUp(email, password);
  await admin.logIn(email, password);
  return admin;
}

/** Creates a new event of that admin, with `areas` areas. */
export async function openEvent(
  admin: Api,
  areas: number,
  capacity = 100_000,
): Promise<Venue & { accessCode: string }> {
  const { eventId, accessCode } = await admin.createEvent('Bench', 'UTC');
  const areaIds: string[] = [];
  for (let i = 0; i < areas; i++) areaIds.push((await admin.createArea(eventId, `Area ${i}`, capacity)).areaId);
  const socketUrl = new URL(`/api/events/${eventId}/socket?v=1`, admin.url.replace('http', 'ws')).href;
  return { socketUrl, headers: { cookie: admin.cookie }, eventId, areaIds, accessCode };
}

/** The headers of a new session by access code. */
export async function enterByCode(url: URL, accessCode: string): Promise<Record<string, string>> {
  const staff = new Api(url);
  await staff.logIn(accessCode, null);
  return { cookie: staff.cookie };
}

/** The calls of the venue's admin. */
export const adminOf = (url: URL, { headers }: Venue): Api => new Api(url, null, headers.cookie);
