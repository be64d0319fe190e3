import * as z from 'zod/mini';
import { readDsn } from '../../observability/dsn';
import { RateLimit } from '../../concurrency/rate-limit';
import { AppError } from '../../shared/errors';
import { MINUTE_MS } from '../../shared/limits';

/**
 * A venue's staff shares an address. Thirty phones, each with a page load and an error a minute, and one in ten
 * recording its screen every five seconds, stay below the first limit. For each isolate.
 */
const PER_ADDRESS = new RateLimit(300, MINUTE_MS);
const ALTOGETHER = new RateLimit(3_000, MINUTE_MS);
const TIMEOUT_MS = 5_000;
const TOO_MANY_REQUESTS = 429;
const NEWLINE = 0x0a;

const HeaderSchema = z.object({ dsn: z.string() });

interface Ports {
  /** Epoch ms. */
  now: () => number;
  send: (url: string, init: RequestInit) => Promise<Response>;
}

interface ErrorReport {
  /** An envelope as Sentry's SDK made it (develop.sentry.dev/sdk/data-model/envelopes). */
  envelope: Uint8Array;
  address: string;
  /** The only DSN that an envelope may name. */
  dsn: string;
}

/** The DSN that the envelope names; undefined for anything that is no envelope. */
function addresseeOf(envelope: Uint8Array): string | undefined {
  const end = envelope.indexOf(NEWLINE);
  try {
    const header: unknown = JSON.parse(new TextDecoder().decode(envelope.subarray(0, end < 0 ? undefined : end)));
    return z.safeParse(HeaderSchema, header).data?.dsn;
  } catch {
    return undefined;
  }
}

/**
 * Forwards a browser's error report to the project of the DSN, and nothing else of the request: no cookies, no address.
 * 400 for anything that is no envelope of this project, 429 with Retry-After when there are too many or Sentry says so,
 * 503 when Sentry does not take the report.
 */
export async function forwardErrorReport({ now, send }: Ports, report: ErrorReport): Promise<void> {
  const at = now();
  if (!PER_ADDRESS.take(report.address, at) || !ALTOGETHER.take('all', at)) throw tooMany(MINUTE_MS / 1000);
  const target = readDsn(report.dsn);
  const given = readDsn(addresseeOf(report.envelope) ?? '');
  if (target === null || given === null || given.envelopeUrl !== target.envelopeUrl)
    throw new AppError('invalid_input');
  if (given.publicKey !== target.publicKey) throw new AppError('invalid_input');
  const answer = await send(target.envelopeUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-sentry-envelope' },
    body: report.envelope,
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null);
  await answer?.body?.cancel();
  if (answer?.status === TOO_MANY_REQUESTS) {
    throw tooMany(Number(answer.headers.get('Retry-After')) || MINUTE_MS / 1000);
  }
  if (!answer?.ok) throw new AppError('unavailable');
}

const tooMany = (retryAfterS: number): AppError => new AppError('too_many_attempts', undefined, { retryAfterS });
