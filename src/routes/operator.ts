import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { textStream } from '../http/text-stream';
import type { AppEnv } from '../services/context';
import { exportEvent } from '../services/operator/export-event';
import { abortImport, beginImport, finishImport, importPart } from '../services/operator/import-event';
import { restoreEvent } from '../services/operator/restore-event';
import { requireOperator } from '../services/access';
import { SUCCESS } from '../shared/schemas/success';
import { attachment } from './attachment';
import { bodyBytes, objectBody } from './request/body';
import { notFound } from './error-handler';

/** The operator's calls. Without the variable OPERATOR_TOKEN they do not exist. */
export const operator = new Hono<AppEnv>();

operator.use(
  createMiddleware<AppEnv>(async (c, next) => {
    const token = c.env.OPERATOR_TOKEN;
    if (!token) return await notFound(c);
    await requireOperator(c.get('services'), token, c.req.header('authorization'));
    return await next();
  }),
);

operator.get('/events/:eventId/export', async (c) => {
  const eventId = c.req.param('eventId');
  return c.body(textStream(await exportEvent(c.get('services'), eventId)), 200, {
    'Content-Type': 'application/x-ndjson; charset=utf-8',
    ...attachment(`${eventId}.ndjson`),
  });
});

operator.post('/events/:eventId/restore', async (c) =>
  c.json(await restoreEvent(c.get('services'), c.req.param('eventId'), objectBody(c))),
);

operator.post('/events/import', async (c) => c.json(await beginImport(c.get('services'), objectBody(c)), 201));

operator.put('/events/import/:eventId', async (c) => {
  const offset = Number(c.req.query('offset') ?? NaN);
  return c.json(await importPart(c.get('services'), c.req.param('eventId'), { offset, part: bodyBytes(c) }));
});

operator.post('/events/import/:eventId', async (c) =>
  c.json(await finishImport(c.get('services'), c.req.param('eventId'))),
);

operator.delete('/events/import/:eventId', async (c) => {
  await abortImport(c.get('services'), c.req.param('eventId'));
  return c.json(SUCCESS);
});
