import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { connectionTrouble } from '../command.ts';

/** The certificate of a new custom domain takes a minute or two. */
const READY_WITHIN_MS = 180_000;
const RETRY_MS = 2_000;
const ANSWER_WITHIN_MS = 15_000;

const AnswerSchema = z.object({ version: z.string() });

interface Options {
  readyWithinMs?: number;
  retryMs?: number;
}

function answeredVersion(text: string): string | null {
  try {
    return z.safeParse(AnswerSchema, JSON.parse(text)).data?.version ?? null;
  } catch {
    return null;
  }
}

interface Said {
  /** Null if there was no answer. */
  status: number | null;
  version: string | null;
  /** The whole answer, or why there was none. */
  text: string;
}

async function ask(url: string): Promise<Said> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    const text = await answer.text();
    return { status: answer.status, version: answeredVersion(text), text: `${answer.status} ${text}` };
  } catch (error) {
    return { status: null, version: null, text: connectionTrouble(error) };
  }
}

/** Asks /api/health which release answers. */
export const askVersion = async (origin: string): Promise<Said> => await ask(`${origin}/api/health`);

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

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * Asks the same host over plain HTTP. Returns null if no server answers, which `say` is told with the reason, or if
 * every answer is allowed; otherwise a sentence that says what was answered.
 */
export async function plainHttpTrouble(origin: string, say = print): Promise<string | null> {
  for (const { path, isRight, wanted } of PLAIN_HTTP) {
    const url = new URL(path, origin);
    url.protocol = 'http:';
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).catch(
      (error: unknown) => {
        say(`${url.href} does not answer, so it serves nothing: ${connectionTrouble(error)}`);
        return null;
      },
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
    const said = await ask(`${origin}/api/health/ready`);
    if (said.status === 200 && said.version === version) return null;
    if (Date.now() >= deadline) return said.text;
    await sleep(retryMs);
  }
}
