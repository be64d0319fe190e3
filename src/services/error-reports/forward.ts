import * as z from 'zod/mini';
import { readDsn } from '../../observability/dsn';
import { RateLimit } from '../../concurrency/rate-limit';
import { AppError } from '../../shared/errors';
import { MINUTE_MS } from '../../shared/durations';

/**
 * The most reports per address in each isolate. A venue's staff shares an address: thirty phones, each with a page load
 * and an error a minute, and every tenth one recording its screen every five seconds, stay below this limit.
 */
const PER_ADDRESS = new RateLimit(300, MINUTE_MS);
const ALTOGETHER = new RateLimit(3_000, MINUTE_MS);
const TIMEOUT_MS = 5_000;
const TOO_MANY_REQUESTS = 429;
const NEWLINE = 0x0a;

const HeaderSchema = z.object({ dsn: z.string() });

interface Ports {
  /** Returns the present time, epoch ms. */
  now: () => number;
  send: (url: string, init: RequestInit) => Promise<Response>;
}

interface ErrorReport {
  /** An envelope that Sentry's SDK made (develop.sentry.dev/sdk/data-model/envelopes). */
  envelope: Uint8Array;
  address: string;
  /** This installation's DSN. An envelope for another DSN is refused. */
  dsn: string;
}

/** Returns the DSN in the envelope's header; undefined if the bytes are no envelope. */
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
 * Forwards a browser's error report to the DSN's project, without the request's cookies and address. Throws a 400 if it
 * is no envelope of this project, a 429 with Retry-After if there are too many or Sentry says so, and a 503 if Sentry
 * does not accept the report.
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
