import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { AnswerCounter } from '../../monitor/answer-counter';
import { tryAndLog } from '../../observability/log';
import { getMonitor } from '../../rpc/objects';
import type { AppEnv } from '../../services/context';
import { keepAlive } from '../request/keep-alive';
import { AppError } from '../../shared/errors';

/** Refusals with a 5xx, by code or message, which the operator's settings or a caller's choice of an account cause. */
const EXPECTED = new Set<string | undefined>(['mail_not_configured', 'billing_not_configured', 'event_elsewhere']);

/**
 * Whether the answer is a 5xx that somebody should look into. The refusal of a socket is none: the room has answered,
 * most likely that all its places are taken.
 */
function isTrouble({ error, res }: Context<AppEnv>): boolean {
  if (error === undefined || res.status < 500) return false;
  return !(error instanceof AppError && (EXPECTED.has(error.code) || EXPECTED.has(error.detail?.id)));
}

/** Health calls say themselves what is wrong, and an error report fails when Sentry does not take it. */
const isCounted = (path: string): boolean =>
  path.startsWith('/api/') && !path.startsWith('/api/health') && path !== '/api/errors';

const counter = new AnswerCounter();

/** Tells the monitor of 5xx answers. The answer does not wait for it. */
export const answerCount = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  if (!isCounted(c.req.path)) return;
  const counts = counter.count(isTrouble(c), Date.now());
  if (counts === null) return;
  const tell = () => getMonitor(c.env).noteAnswers(counts);
  keepAlive(c, tryAndLog('monitor.answers', tell, { requestId: c.get('requestId') }));
});
