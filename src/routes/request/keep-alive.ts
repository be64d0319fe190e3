import type { Context } from 'hono';

/**
 * Keeps the invocation alive until the work is done. On a host that ends no invocation, and so has no context for this,
 * the work runs anyway. The work must not reject.
 */
export function keepAlive(c: Context, work: Promise<unknown>): void {
  try {
    c.executionCtx.waitUntil(work);
  } catch {
    // Hono's getter throws if there is no such context.
  }
}
