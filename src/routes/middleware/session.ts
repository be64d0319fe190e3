import { createMiddleware } from 'hono/factory';
import { openWebhook } from '../../billing/webhook';
import { type Database, openDatabase } from '../../db/client';
import { type Env, isBillingOn, lookupAllowance, publicOrigin, signUpMode, trialLimits, trustedProxy } from '../../env';
import { publicKeys } from '../../crypto/evidence-key';
import { isToken, sha256Hex } from '../../crypto/ids';
import { tryAndLog } from '../../observability/log';
import { openNotedMail } from '../../monitor/noted-mail';
import { openBackups } from '../../services/backups/bucket';
import type { AppEnv } from '../../services/context';
import { getHub, getMonitor, getRelay, getRoom } from '../../rpc/objects';
import { isUpgrade } from '../../http/origin';
import { outboundOf, pushKeyOf } from '../../notifications/send/open';
import { locationHint, readJurisdiction } from '../../rpc/placement';
import { callerAddress } from '../../http/caller-address';
import { keepAlive } from '../request/keep-alive';
import { readDeviceCookie, readSessionCookie, writeSessionCookie } from '../request/session-cookie';
import { keyIn } from '../../services/keys/key-text';
import { findSession, type FoundSession } from '../../services/sessions/find';
import { readDevice } from '../../services/trust/known-device';
import { lookUp, type LookupCaller } from '../../services/trust/look-up';
import { signingKey } from '../../services/trust/signing-key';
import { CODE_REPLACED } from '../../shared/protocol/version';

const now = () => Date.now();

/** Resolves in a new task: by then the answer was handed over, which is not sure in a microtask. */
const answered = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

const lookupCallerOf = (env: Env, key: string): LookupCaller => ({
  key,
  allowance: lookupAllowance(env),
  countMiss: env.LOOKUP_MISSES ? async () => (await env.LOOKUP_MISSES?.limit({ key }))?.success ?? true : null,
});

/** Finds the session of a cookie's token. A session that is valid for calls can be invalid for sockets. */
async function findLiveSession(
  token: string,
  { db, isForSocket }: { db: Database; isForSocket: boolean },
  readCaller: () => Promise<LookupCaller>,
): Promise<FoundSession | typeof CODE_REPLACED | null> {
  if (!isToken(token)) return null;
  const lookup = { kind: isForSocket ? 'socket' : 'session', hash: await sha256Hex(token) } as const;
  return (await lookUp(readCaller, lookup, () => findSession(db, token, now(), { isForSocket }))) ?? null;
}

/** Finds the request's session and creates the services' context. Without a session the caller is a guest. */
export const session = createMiddleware<AppEnv>(async (c, next) => {
  const db = openDatabase(c.env.DB);
  const { address, network, clientAddress } = callerAddress(c.req.raw, trustedProxy(c.env));
  const key = () => signingKey(db, now());
  const device = async () => {
    const cookie = readDeviceCookie(c);
    return cookie === undefined ? null : await readDevice(await key(), cookie);
  };
  const lookupCaller = async () => lookupCallerOf(c.env, network?.key ?? address);
  const authorization = c.req.header('authorization') ?? '';
  const apiKey = keyIn(authorization);
  // A call with a key is made with the key alone: it neither uses nor prolongs a cookie.
  const token = apiKey === null ? readSessionCookie(c) : undefined;
  const found = token
    ? await findLiveSession(token, { db, isForSocket: isUpgrade(c.req.raw) }, async () => {
        const known = await device();
        return known ? lookupCallerOf(c.env, `device ${known.id}`) : lookupCaller();
      })
    : null;
  const isReplaced = found === CODE_REPLACED;
  const live = isReplaced ? null : found;
  if (token && live?.renewed) writeSessionCookie(c, token);
  const near = locationHint(c.req.raw.cf?.continent, c.req.raw.cf?.longitude);
  const handled = Promise.withResolvers<void>();
  const run = (work: () => Promise<void>) => tryAndLog('after answer', work, { requestId: c.get('requestId') });
  c.set('services', {
    db,
    session: live?.session ?? null,
    endReason: isReplaced ? CODE_REPLACED : null,
    requestId: c.get('requestId'),
    apiKey,
    authorization,
    opening: c.req.header('x-inspection') ?? '',
    operatorToken: c.env.OPERATOR_TOKEN || null,
    address,
    network,
    clientAddress,
    device,
    signingKey: key,
    lookupCaller,
    now,
    room: (ref) => getRoom(c.env, ref, near),
    relay: (ref, relay) => getRelay(c.env, ref, relay, near),
    hub: (userId) => getHub(c.env, userId),
    monitor: () => getMonitor(c.env),
    backups: openBackups(c.env),
    newEventJurisdiction: () => readJurisdiction(c.env.JURISDICTION),
    isBillingOn: isBillingOn(c.env),
    signUpMode: signUpMode(c.env),
    trialEvents: trialLimits(c.env).events,
    openWebhook: () => openWebhook(c.env),
    sendMail: openNotedMail(c.env),
    outbound: outboundOf(c.env),
    pushKey: pushKeyOf(c.env)?.publicKey ?? null,
    evidenceKeys: () => publicKeys(c.env),
    publicOrigin: publicOrigin(c.env),
    userAgent: c.req.header('user-agent') ?? '',
    // Also for what comes up while the answer, a file or a stream, is on its way.
    afterAnswer: (work) =>
      keepAlive(
        c,
        handled.promise.then(answered).then(() => run(work)),
      ),
  });
  try {
    await next();
  } finally {
    handled.resolve();
  }
});
