/** The room, or one of the two servers that the bench measures it against. */
export type Subject = 'echo' | 'naive' | 'room';

/** Where devices connect, with what headers, and the areas they tap. */
export interface Venue {
  socketUrl: string;
  headers: Record<string, string>;
  eventId: string;
  areaIds: string[];
}

interface Created {
  eventId?: string;
  areaId?: string;
}

/** An event with `areas` areas: made through the real calls in the real worker, named only in the baselines. */
export async function openVenue(subject: Subject, { url }: { url: URL }, areas: number): Promise<Venue> {
  const socketBase = url.href.replace('http', 'ws');
  if (subject !== 'room') {
    const areaIds = Array.from({ length: areas }, (_, i) => `area-${i}`);
    return { socketUrl: `${socketBase}socket`, headers: {}, eventId: 'bench', areaIds };
  }
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  const call = async (path: string, body: object): Promise<Created> => {
    const response = await fetch(new URL(path, url), { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    const cookie = response.headers.get('set-cookie');
    if (cookie) headers.cookie = cookie.split(';')[0] ?? '';
    const created: Created = JSON.parse(await response.text());
    return created;
  };
  const account = { email: 'bench@headroom.test', password: 'Bench-12345!' };
  await call('/api/auth/signup', account);
  await call('/api/auth/login', { username: account.email, password: account.password });
  const { eventId = '' } = await call('/api/events', { eventName: 'Bench' });
  const areaIds: string[] = [];
  for (let i = 0; i < areas; i++) {
    const { areaId = '' } = await call(`/api/events/${eventId}/areas`, { areaName: `Area ${i}`, capacity: 100_000 });
    areaIds.push(areaId);
  }
  return {
    socketUrl: `${socketBase}api/events/${eventId}/socket?v=1`,
    headers: { cookie: headers.cookie ?? '' },
    eventId,
    areaIds,
  };
}
