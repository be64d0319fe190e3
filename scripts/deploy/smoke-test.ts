import { setTimeout as sleep } from 'node:timers/promises';

/** A new custom domain's certificate takes a minute or two. */
const READY_WITHIN_MS = 180_000;
const RETRY_MS = 2_000;
const ANSWER_WITHIN_MS = 15_000;

interface Options {
  readyWithinMs?: number;
  retryMs?: number;
}

async function ask(url: string): Promise<{ isReady: boolean; said: string }> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    return { isReady: answer.status === 200, said: `${answer.status} ${await answer.text()}` };
  } catch (error) {
    // fetch says what it was only there.
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { isReady: false, said: reason instanceof Error ? reason.message : String(reason) };
  }
}

/** Asks /api/health/ready until it answers 200; null then, otherwise what it said at last. */
export async function smokeTest(
  origin: string,
  { readyWithinMs = READY_WITHIN_MS, retryMs = RETRY_MS }: Options = {},
): Promise<string | null> {
  const deadline = Date.now() + readyWithinMs;
  for (;;) {
    const { isReady, said } = await ask(`${origin}/api/health/ready`);
    if (isReady) return null;
    if (Date.now() >= deadline) return said;
    await sleep(retryMs);
  }
}
