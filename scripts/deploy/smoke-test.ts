import { setTimeout as sleep } from 'node:timers/promises';

/** The certificate of a new custom domain takes a minute or two. */
const READY_WITHIN_MS = 180_000;
const RETRY_MS = 2_000;
const ANSWER_WITHIN_MS = 15_000;

interface Options {
  readyWithinMs?: number;
  retryMs?: number;
}

function answeredVersion(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && 'version' in body ? body.version : null;
  } catch {
    return null;
  }
}

async function ask(url: string, version: string): Promise<{ isReady: boolean; said: string }> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    const text = await answer.text();
    return { isReady: answer.status === 200 && answeredVersion(text) === version, said: `${answer.status} ${text}` };
  } catch (error) {
    // fetch puts the reason into `cause` only.
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { isReady: false, said: reason instanceof Error ? reason.message : String(reason) };
  }
}

/** The release that answers at /api/health; null if none does. */
export async function askVersion(origin: string): Promise<string | null> {
  const answer = await fetch(`${origin}/api/health`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).catch(
    () => null,
  );
  const version = answer ? answeredVersion(await answer.text()) : null;
  return typeof version === 'string' ? version : null;
}

const isRedirectToHttps = ({ status, headers }: Response): boolean =>
  status >= 300 && status < 400 && (headers.get('location') ?? '').startsWith('https://');

/** The allowed answers to plain HTTP: pages redirect to HTTPS, and calls are refused. */
const PLAIN_HTTP = [
  { path: '/login', isRight: isRedirectToHttps, wanted: 'a redirect to HTTPS' },
  {
    path: '/api/health',
    isRight: (answer: Response) => answer.status === 403 || isRedirectToHttps(answer),
    wanted: '403 or a redirect to HTTPS',
  },
];

/**
 * Asks the same host over plain HTTP. Returns null if no server answers or if every answer is allowed, otherwise a
 * sentence that says what was answered.
 */
export async function plainHttpTrouble(origin: string): Promise<string | null> {
  for (const { path, isRight, wanted } of PLAIN_HTTP) {
    const url = new URL(path, origin);
    url.protocol = 'http:';
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).catch(
      () => null,
    );
    await answer?.body?.cancel();
    if (answer && !isRight(answer)) return `${url.href} answers ${answer.status}, not ${wanted}`;
  }
  return null;
}

/**
 * Asks /api/health/ready until it answers 200 with this release; the release before can still answer for some seconds.
 * Returns null on success, otherwise the last answer.
 */
export async function smokeTest(
  origin: string,
  version: string,
  { readyWithinMs = READY_WITHIN_MS, retryMs = RETRY_MS }: Options = {},
): Promise<string | null> {
  const deadline = Date.now() + readyWithinMs;
  for (;;) {
    const { isReady, said } = await ask(`${origin}/api/health/ready`, version);
    if (isReady) return null;
    if (Date.now() >= deadline) return said;
    await sleep(retryMs);
  }
}
