import { linkedErrorsIntegration, Toucan } from 'toucan-js';
import type { Env } from '../env';
import { MINUTE_MS } from '../shared/durations';
import { readDsn } from './dsn';
import { type Fields, onErrorLine, withoutSecrets } from './log';
import { RateLimit } from '../concurrency/rate-limit';
import { RELEASE } from './version';

type ToucanOptions = ConstructorParameters<typeof Toucan>[0];
type ReportEvent = Parameters<NonNullable<ToucanOptions['beforeSend']>>[0];
type ReportingEnv = Pick<Env, 'SENTRY_DSN' | 'ENVIRONMENT'>;

/** Keeps the isolate running until the promise settles, even after the answer was sent. */
type WaitUntil = (promise: Promise<unknown>) => void;

/**
 * How many reports each isolate sends in a minute. In an outage every call fails: the first reports say everything, and
 * more would cost money.
 */
const REPORTS_PER_MINUTE = 30;
/** Ends a report that hangs, because it would keep the isolate busy. */
const TIMEOUT_MS = 5_000;
const DEFAULT_ENVIRONMENT = 'production';

/** Returns where errors are reported, and under which names; null without a valid DSN. */
export function errorReporting({ SENTRY_DSN: dsn, ENVIRONMENT: environment }: ReportingEnv) {
  if (!dsn || readDsn(dsn) === null) return null;
  return { dsn, environment: environment || DEFAULT_ENVIRONMENT, release: `headroom@${RELEASE}` };
}

/** Sends a report. If that fails, the report is lost: the log has the error, and reporting it would fail, too. */
async function deliver(...request: Parameters<typeof fetch>): Promise<Response> {
  try {
    const [url, init] = request;
    const { body, status, headers } = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    // A call may have six open connections (Cloudflare Workers, limits), and an unread answer keeps one open.
    await body?.cancel();
    return new Response(null, { status, headers });
  } catch {
    return new Response(null, { status: 503 });
  }
}

/** The fields of a report that are sent: no request, breadcrumbs or contexts, and of the user only the id. */
const KEPT = new Set([
  'event_id',
  'timestamp',
  'platform',
  'level',
  'environment',
  'release',
  'sdk',
  'tags',
  'user',
  'exception',
  'message',
  'type',
]);

function scrub(event: ReportEvent): ReportEvent {
  for (const key of Object.keys(event)) if (!KEPT.has(key)) Reflect.deleteProperty(event, key);
  for (const exception of event.exception?.values ?? []) {
    if (exception.value !== undefined) exception.value = withoutSecrets(exception.value);
  }
  if (event.message !== undefined) event.message = withoutSecrets(event.message);
  return event;
}

/**
 * Starts to report each error that is logged, with its fields as tags. Does nothing without a DSN. Worker, rooms and
 * hubs share this module, because they share the isolate and its log.
 */
export function startErrorReporting(env: ReportingEnv, waitUntil: WaitUntil): void {
  const reporting = errorReporting(env);
  if (reporting === null) return;
  const limit = new RateLimit(REPORTS_PER_MINUTE, MINUTE_MS);
  onErrorLine((what, error, { userId, ...fields }) => {
    if (!limit.take('all', Date.now())) return;
    // Each report has its own client, because a client keeps data of the calls that it served.
    const client = new Toucan({
      ...reporting,
      context: { waitUntil },
      defaultIntegrations: [linkedErrorsIntegration()],
      transportOptions: { fetcher: deliver },
      beforeSend: scrub,
    });
    client.setLevel('error');
    client.setTags({ what, ...present(fields) });
    if (typeof userId === 'string') client.setUser({ id: userId });
    if (error instanceof Error) client.captureException(error);
    else client.captureMessage(String(error), 'error');
  });
}

const present = (fields: Fields): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]) =>
      value === undefined || value === null ? [] : [[key, String(value)]],
    ),
  );
