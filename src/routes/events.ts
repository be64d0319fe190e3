import { type Context, Hono } from 'hono';
import { jsonBody, objectBody } from './body';
import type { AppEnv } from '../services/context';
import { createArea } from '../services/areas/create';
import { listAreas } from '../services/areas/list';
import { createEvent } from '../services/events/create';
import { deleteEvent } from '../services/events/delete';
import { findEventByCode } from '../services/events/find-by-code';
import { listEvents } from '../services/events/list';
import { pollEvent } from '../services/events/poll';
import { renameEvent } from '../services/events/rename';
import { replaceAccessCode } from '../services/events/replace-access-code';
import { readTimeZone } from '../shared/rules/time-zone';
import { signedIn } from './middleware/session';

export const events = new Hono<AppEnv>();

events.use(signedIn);

/** The device's own, else where Cloudflare thinks it is (design section 4). */
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
  return c.json({ success: true });
});

events.post('/:eventId/access-code', async (c) =>
  c.json(await replaceAccessCode(c.get('services'), c.req.param('eventId'))),
);

events.get('/:eventId/areas', async (c) =>
  c.json({ areas: await listAreas(c.get('services'), c.req.param('eventId')) }),
);

events.post('/:eventId/areas', async (c) => {
  const { areaName, capacity } = objectBody(c);
  return c.json(await createArea(c.get('services'), c.req.param('eventId'), { areaName, capacity }), 201);
});

events.post('/:eventId/occupancy', async (c) =>
  c.json(await pollEvent(c.get('services'), c.req.param('eventId'), jsonBody(c))),
);
