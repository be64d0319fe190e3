import { env } from 'cloudflare:workers';
import * as z from 'zod/mini';
import { type Readiness, ReadinessSchema } from '../../../src/shared/schemas/system';
import { HTTP } from './client';
import { expectDocumented } from './documented';

/** After `vi.resetModules()` a worker that has measured nothing yet, asked how ready it is. */
export async function startWorker() {
  const { app } = await import('../../../src/app');
  return async (bindings: object = env): Promise<Readiness & { status: number }> => {
    const response = await app.request(`${HTTP}/api/health/ready`, {}, bindings);
    const body: unknown = await response.json();
    expectDocumented('GET /api/health/ready', { status: response.status, headers: response.headers, body });
    return { status: response.status, ...z.parse(ReadinessSchema, body) };
  };
}
