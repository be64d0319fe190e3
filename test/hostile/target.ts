import { type Caller, openEvent, type Venue } from '../support/venue.ts';

/** The event that is attacked. */
export interface Target extends Venue {
  accessCode: string;
  /** Where the innocent device counts; all others are the attackers'. */
  ownAreaId: string;
  /** How many alerts there are: one for each percentage of the venue and of each area. */
  alerts: number;
}

const AREAS = 12;
/** One tap of 1,000 people fills an area. */
const CAPACITY = 1_000;
const THRESHOLDS = [75, 90, 100];

export async function openTarget(url: URL, admin: Caller): Promise<Target> {
  const opened = await openEvent(admin, AREAS, CAPACITY);
  const { eventId, areaIds } = opened;
  const venue = { capacity: AREAS * CAPACITY, staffAllowance: 0, safetyMarginPercent: 0, alertThresholds: THRESHOLDS };
  const answer = await fetch(new URL(`/api/events/${eventId}/venue`, url), {
    method: 'PUT',
    headers: admin.headers,
    body: JSON.stringify(venue),
  });
  if (!answer.ok) throw new Error(`PUT venue: ${answer.status} ${await answer.text()}`);
  return {
    ...opened,
    socketUrl: opened.socketUrl.replace('v=1', 'v=3'),
    headers: admin.headers,
    ownAreaId: areaIds[0] ?? '',
    alerts: (AREAS + 1) * THRESHOLDS.length,
  };
}

/** How many rows each table of the room has, by its export. */
export async function rowsOf(url: URL, { eventId }: Target): Promise<Map<string, number>> {
  const headers = { Authorization: 'Bearer hostile' };
  const answer = await fetch(new URL(`/api/operator/events/${eventId}/export`, url), { headers });
  if (!answer.ok) throw new Error(`export: ${answer.status} ${await answer.text()}`);
  const last: { rows?: Record<string, number> } = JSON.parse(
    (await answer.text()).trimEnd().split('\n').at(-1) ?? '{}',
  );
  if (last.rows === undefined) throw new Error('The export has no end');
  return new Map(Object.entries(last.rows));
}

/** What the running day comes to. */
export async function readToday(url: URL, { eventId, headers }: Target): Promise<{ bytes: number; devices: number }> {
  const answer = await fetch(new URL(`/api/events/${eventId}/report`, url), { headers });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`report: ${answer.status} ${text}`);
  const { devices }: { devices: unknown[] } = JSON.parse(text);
  return { bytes: Buffer.byteLength(text), devices: devices.length };
}
