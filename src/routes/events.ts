import { type Context, Hono } from 'hono';
import { bodyBytes, jsonBody, objectBody } from './request/body';
import type { AppEnv } from '../services/context';
import { createArea } from '../services/areas/create';
import { listAreas } from '../services/areas/list';
import { resetAllAreas } from '../services/areas/occupancy';
import { makeDisplayLink, readDisplayLink, revokeDisplayLink } from '../services/displays/display-link';
import { acknowledgeAlert, listDevices, pollEvent, readFlow } from '../services/events/live';
import { duplicateEvent } from '../services/events/copies/duplicate';
import { createEvent, listEvents } from '../services/events/create-list';
import { deleteEvent, renameEvent } from '../services/events/rename-delete';
import { findEventByCode } from '../services/events/find-by-code';
import { readJoinKey, replaceAccessCode } from '../services/events/access-code';
import { readSchedule, setSchedule, setVenue } from '../services/events/settings';
import { AppError } from '../shared/errors';
import { readTimeZone } from '../shared/rules/zoned-time';
import { signedIn } from './middleware/session';
import { reports } from './reports';
import { isSupportedProtocol } from './request/protocol-version';
import { SUCCESS } from '../shared/schemas/success';

export const events = new Hono<AppEnv>();

events.use(signedIn);
events.route('/', reports);

/** Returns the time zone of the device, otherwise the zone that Cloudflare reports (docs/product.md, D2). */
const timeZoneOf = (c: Context<AppEnv>): string =>
  readTimeZone(c.req.header('time-zone')) ?? readTimeZone(c.req.raw.cf?.timezone) ?? 'UTC';

events.get('/', async (c) => c.json(await listEvents(c.get('services'))));

events.post('/', async (c) => {
  const { eventName } = objectBody(c);
  return c.json(await createEvent(c.get('services'), { eventName, timeZone: timeZoneOf(c) }), 201);
});

events.get('/by-access-code/:code', async (c) => c.json(await findEventByCode(c.get('services'), c.req.param('code'))));

events.patch('/:eventId', async (c) => {
  const { eventName } = objectBody(c);
  return c.json(await renameEvent(c.get('services'), c.req.param('eventId'), { eventName }));
});

events.delete('/:eventId', async (c) => {
  await deleteEvent(c.get('services'), c.req.param('eventId'));
  return c.json(SUCCESS);
});

events.post('/:eventId/duplicate', async (c) => {
  const { eventName } = objectBody(c);
  return c.json(await duplicateEvent(c.get('services'), c.req.param('eventId'), { eventName }), 201);
});

events.post('/:eventId/access-code', async (c) =>
  c.json(await replaceAccessCode(c.get('services'), c.req.param('eventId'))),
);

events.get('/:eventId/join-key', async (c) =>
  c.json({ joinKey: await readJoinKey(c.get('services'), c.req.param('eventId')) }),
);

events.get('/:eventId/areas', async (c) => c.json(await listAreas(c.get('services'), c.req.param('eventId'))));

events.post('/:eventId/areas', async (c) => {
  const { areaName, capacity } = objectBody(c);
  return c.json(await createArea(c.get('services'), c.req.param('eventId'), { areaName, capacity }), 201);
});

events.post('/:eventId/reset', async (c) => {
  await resetAllAreas(c.get('services'), c.req.param('eventId'));
  return c.json(SUCCESS);
});

events.post('/:eventId/occupancy', async (c) => {
  if (!isSupportedProtocol(c)) throw new AppError('reload_needed');
  return c.json(await pollEvent(c.get('services'), c.req.param('eventId'), jsonBody(c)));
});

events.put('/:eventId/venue', async (c) =>
  c.json(await setVenue(c.get('services'), c.req.param('eventId'), objectBody(c))),
);

events.get('/:eventId/schedule', async (c) => c.json(await readSchedule(c.get('services'), c.req.param('eventId'))));

events.put('/:eventId/schedule', async (c) =>
  c.json(await setSchedule(c.get('services'), c.req.param('eventId'), objectBody(c))),
);

events.get('/:eventId/display', async (c) =>
  c.json({ displayToken: await readDisplayLink(c.get('services'), c.req.param('eventId')) }),
);

events.post('/:eventId/display', async (c) =>
  c.json({ displayToken: await makeDisplayLink(c.get('services'), c.req.param('eventId')) }),
);

events.delete('/:eventId/display', async (c) => {
  await revokeDisplayLink(c.get('services'), c.req.param('eventId'));
  return c.json({ displayToken: null });
});

events.get('/:eventId/devices', async (c) =>
  c.json({ devices: await listDevices(c.get('services'), c.req.param('eventId')) }),
);

events.get('/:eventId/flow', async (c) => c.json(await readFlow(c.get('services'), c.req.param('eventId'))));

events.post('/:eventId/alerts/:alertId/acknowledge', async (c) => {
  const { eventId, alertId } = c.req.param();
  const body = bodyBytes(c).byteLength > 0 ? jsonBody(c) : {};
  return c.json({ alerts: await acknowledgeAlert(c.get('services'), eventId, alertId, body) });
});
