import worker from '../../src/index';
import type { Env } from '../../src/env';

export { AccountHub, EventRoom } from '../../src/index';

/** The product, with a call that runs the hourly cron at once. */
export default {
  async fetch(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
    if (new URL(request.url).pathname !== '/cron') return await worker.fetch(request, env, ctx);
    await worker.scheduled({ scheduledTime: Date.now(), cron: '', noRetry: () => {} }, env);
    return new Response('Done');
  },
};
