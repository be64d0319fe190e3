import { Hono } from 'hono';
import { objectBody } from './request/body';
import type { AppEnv } from '../services/context';
import { deleteArea, updateArea } from '../services/areas/change';
import { recountArea, resetArea } from '../services/areas/occupancy';
import { signedIn } from './middleware/session';
import { SUCCESS } from '../shared/schemas/success';

export const areas = new Hono<AppEnv>();

areas.use(signedIn);

areas.patch('/:areaId', async (c) => c.json(await updateArea(c.get('services'), c.req.param('areaId'), objectBody(c))));

areas.put('/:areaId/reset', async (c) => {
  await resetArea(c.get('services'), c.req.param('areaId'));
  return c.json(SUCCESS);
});

areas.put('/:areaId/recount', async (c) =>
  c.json(await recountArea(c.get('services'), c.req.param('areaId'), objectBody(c))),
);

areas.delete('/:areaId', async (c) => {
  await deleteArea(c.get('services'), c.req.param('areaId'));
  return c.json(SUCCESS);
});
