import { eq, lt } from 'drizzle-orm';
import type { ProviderEvent } from '../../billing/webhook';
import { logFailure } from '../../billing/stripe-errors';
import { findByCustomer } from '../../db/billing-accounts';
import { providerEvents } from '../../db/schema';
import { rejectDay } from '../../db/usage-days';
import { logError } from '../../observability/log';
import { AppError } from '../../shared/errors';
import { PROVIDER_EVENT_RETENTION_MS } from '../../billing/limits';
import type { ServiceContext } from '../context';
import { callHub, valueOrThrow } from '../call-room';

export interface WebhookInput {
  /** The body as received: Stripe's signature is about exactly these bytes. */
  payload: Uint8Array;
  signature: string;
}

/**
 * Handles an event from Stripe. Events can arrive in any order and more than once. The call is open to everyone, but
 * only events that Stripe signed are read. An event is stored as handled only after it was; after a failure Stripe
 * sends it again.
 */
export async function receiveWebhook(ctx: ServiceContext, { payload, signature }: WebhookInput): Promise<void> {
  const readProviderEvent = ctx.openWebhook();
  if (readProviderEvent === null) {
    if (ctx.isBillingOn) logError('webhook', 'STRIPE_WEBHOOK_SECRET is not set', { requestId: ctx.requestId });
    throw new AppError('billing_not_configured');
  }
  const event = await readProviderEvent(payload, signature);
  if (event === undefined) throw new AppError('invalid_signature');
  if (await isRemembered(ctx, event)) return;
  await dealWith(ctx, event);
  await remember(ctx, event);
}

async function dealWith(ctx: ServiceContext, event: ProviderEvent): Promise<void> {
  switch (event.type) {
    case 'customer':
      return await lookAgain(ctx, event.customerId);
    case 'rejected_usage':
      return await sendAgain(ctx, event.readDays);
    case 'other':
  }
}

async function lookAgain(ctx: ServiceContext, customerId: string): Promise<void> {
  const account = await findByCustomer(ctx.db, customerId);
  if (!account) return;
  const { userId, deletedAt } = account;
  if (deletedAt === null) {
    valueOrThrow(await callHub(ctx, 'hub.refresh', userId, (hub) => hub.refreshSubscription(userId)));
  }
  // If the hub has missed the account's deletion, it learns of it now.
  else await callHub(ctx, 'hub.billing', userId, (hub) => hub.runBilling(userId));
}

/** Makes days unsent that Stripe accepted but could not count, and has them sent again under new identifiers. */
async function sendAgain(
  ctx: ServiceContext,
  readDays: Extract<ProviderEvent, { type: 'rejected_usage' }>['readDays'],
): Promise<void> {
  const days = await readDays().catch((error: unknown) => {
    logFailure('webhook.usage', error, { requestId: ctx.requestId });
    throw new AppError('unavailable');
  });
  const owners = new Set<string>();
  for (const day of days) {
    const ownerId = await rejectDay(ctx.db, day);
    if (ownerId !== undefined) owners.add(ownerId);
  }
  for (const ownerId of owners) await callHub(ctx, 'hub.billing', ownerId, (hub) => hub.runBilling(ownerId));
}

async function isRemembered({ db }: ServiceContext, { id }: ProviderEvent): Promise<boolean> {
  const known = await db
    .select({ receivedAt: providerEvents.receivedAt })
    .from(providerEvents)
    .where(eq(providerEvents.providerEventId, id))
    .get();
  return known !== undefined;
}

async function remember({ db, now }: ServiceContext, { id }: ProviderEvent): Promise<void> {
  const receivedAt = now();
  await db.batch([
    db.insert(providerEvents).values({ providerEventId: id, receivedAt }).onConflictDoNothing(),
    db.delete(providerEvents).where(lt(providerEvents.receivedAt, receivedAt - PROVIDER_EVENT_RETENTION_MS)),
  ]);
}
