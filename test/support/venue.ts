/** The room, or the benchmark's yardstick (test/bench/floor.mjs). */
export type Subject = 'floor' | 'room';

/** The address to which devices connect, their headers, and the areas that they tap. */
export interface Venue {
  socketUrl: string;
  headers: Record<string, string>;
  eventId: string;
  areaIds: string[];
}

interface Created {
  eventId?: string;
  areaId?: string;
  accessCode?: string;
  displayToken?: string;
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

/** Makes calls as one person and keeps the cookies, as a browser does: the session's and the device's. */
export class Caller {
  readonly url: URL;
  readonly headers: Record<string, string> = { 'content-type': 'application/json' };
  private readonly cookies = new Map<string, string>();

  constructor(url: URL) {
    this.url = url;
  }

  async post(path: string, body: object): Promise<Created> {
    const response = await fetch(new URL(path, this.url), {
      method: 'POST',
      headers: this.headers,
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      this.cookies.set(pair.slice(0, pair.indexOf('=')), pair);
    }
    if (this.cookies.size > 0) this.headers.cookie = [...this.cookies.values()].join('; ');
    const created: Created = JSON.parse(await response.text());
    return created;
  }
}

/** Creates a new admin and logs in. */
export async function openAccount(url: URL, email: string): Promise<Caller> {
  const admin = new Caller(url);
  const password = 'Bench-12345!';
  await admin.post('/api/auth/signup', { email, password });
  await admin.post('/api/auth/login', { username: email, password });
  return admin;
}

/** Creates a new event of that admin, with `areas` areas. */
export async function openEvent(
  admin: Caller,
  areas: number,
  capacity = 100_000,
): Promise<Venue & { accessCode: string }> {
  const { eventId = '', accessCode = '' } = await admin.post('/api/events', { eventName: 'Bench' });
  const areaIds: string[] = [];
  for (let i = 0; i < areas; i++) {
    const { areaId = '' } = await admin.post(`/api/events/${eventId}/areas`, { areaName: `Area ${i}`, capacity });
    areaIds.push(areaId);
  }
  return {
    socketUrl: `${admin.url.href.replace('http', 'ws')}api/events/${eventId}/socket?v=1`,
    headers: { cookie: admin.headers.cookie ?? '' },
    eventId,
    areaIds,
    accessCode,
  };
}

/** The headers of a new session by access code. */
export async function enterByCode(url: URL, accessCode: string): Promise<Record<string, string>> {
  const staff = new Caller(url);
  await staff.post('/api/auth/login', { username: accessCode });
  return { cookie: staff.headers.cookie ?? '' };
}
