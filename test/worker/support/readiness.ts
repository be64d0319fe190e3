import { env } from 'cloudflare:workers';
import * as z from 'zod/mini';
import { type Readiness, ReadinessSchema } from '../../../src/shared/schemas/system';
import { HTTP } from './client';
import { expectDocumented } from './documented';

/** Loads a worker without measurements after `vi.resetModules()` and returns a call that asks for its readiness. */
export async function startWorker() {
  const { app } = await import('../../../src/app');
  return async (bindings: object = env): Promise<Readiness & { status: number }> => {
    const response = await app.request(`${HTTP}/api/health/ready`, {}, bindings);
    const body: unknown = await response.json();
    expectDocumented('GET /api/health/ready', { status: response.status, headers: response.headers, body });
    return { status: response.status, ...z.parse(ReadinessSchema, body) };
  };
}
