import { createMiddleware } from 'hono/factory';
import { openWebhook } from '../../billing/webhook';
import { openDatabase } from '../../db/client';
import { isBillingOn, publicOrigin } from '../../env';
import { addressKey } from '../../lib/address';
import { logError } from '../../lib/log';
import { openMail } from '../../mail/open';
import type { AppEnv } from '../../services/context';
import { openHub, openRoom } from '../../lib/objects';
import { isUpgrade } from '../../lib/origin';
import { locationHint, readJurisdiction } from '../../lib/placement';
import { readSessionCookie, writeSessionCookie } from '../session-cookie';
import { findSession } from '../../services/sessions/find';
import { requireSession } from '../../services/sessions/require';
import { CODE_REPLACED } from '../../shared/protocol/version';

const now = () => Date.now();
/** A turn of its own: by then the answer has been handed over, which a microtask does not wait for. */
const answered = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** Finds out who asks, and makes what services work with. A cookie without a live session is a guest's. */
export const session = createMiddleware<AppEnv>(async (c, next) => {
  const db = openDatabase(c.env.DB);
  const token = readSessionCookie(c);
  const found = token ? await findSession(db, token, now(), { isForSocket: isUpgrade(c.req.raw) }) : null;
  const isReplaced = found === CODE_REPLACED;
  const live = isReplaced ? null : found;
  if (token && live?.renewed) writeSessionCookie(c, token);
  const near = locationHint(c.req.raw.cf?.continent, c.req.raw.cf?.longitude);
  const later: (() => Promise<void>)[] = [];
  c.set('services', {
    db,
    session: live?.session ?? null,
    endReason: isReplaced ? CODE_REPLACED : null,
    requestId: c.get('requestId'),
    address: addressKey(c.req.header('cf-connecting-ip')),
    now,
    room: (ref) => openRoom(c.env, ref, near),
    hub: (userId) => openHub(c.env, userId),
    newEventJurisdiction: () => readJurisdiction(c.env.JURISDICTION),
    isBillingOn: isBillingOn(c.env),
    openWebhook: () => openWebhook(c.env),
    sendMail: openMail(c.env),
    publicOrigin: publicOrigin(c.env),
    userAgent: c.req.header('user-agent') ?? '',
    afterAnswer: (work) => void later.push(work),
  });
  await next();
  if (later.length === 0) return;
  const run = (work: () => Promise<void>) =>
    work().catch((error) => logError('after answer', error, { requestId: c.get('requestId') }));
  c.executionCtx.waitUntil(answered().then(() => Promise.all(later.map(run))));
});

/** 401 for guests before anything of theirs is read; services decide what each role may do. */
export const signedIn = createMiddleware<AppEnv>(async (c, next) => {
  requireSession(c.get('services'));
  await next();
});
