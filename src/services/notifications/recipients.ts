import { and, asc, count, eq, sql } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import * as z from 'zod/mini';
import { randomBytes } from '../../crypto/bytes';
import { newId, newToken } from '../../crypto/ids';
import { alertRecipients } from '../../db/schema';
import { selectedRow } from '../../db/selected-row';
import type { AddressFault } from '../../http/outbound/outbound';
import { orInvalidInput, parse } from '../../http/input';
import { ALERTS_ALONE } from '../../notifications/recipients';
import { AppError } from '../../shared/errors';
import { CONFIRM_MAIL_MS, RECIPIENTS_MAX } from '../../shared/notifications/limits';
import { type Message, message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import {
  type AlertRecipient,
  type AlertRecipientList,
  type CreatedAlertRecipient,
  type Delivery,
  type NewAlertRecipient,
  NewAlertRecipientSchema,
  type PushRenewal,
  PushRenewalSchema,
  type RecipientChoices,
  RecipientChoicesSchema,
  type RecipientKind,
  type Topic,
  TOPICS,
} from '../../shared/notifications/schemas';
import type { Unchecked } from '../../shared/rules/checked';
import { checkRecipientName } from '../../shared/rules/names';
import { readTimeZone } from '../../shared/rules/business-day';
import { isoTime, isoTimeOrNull } from '../../time/iso-time';
import type { MailLinkAccess } from '../access/links';
import { checkEmail } from '../accounts/email';
import { RECIPIENTS_PER_ACCOUNT, TEST_MESSAGES_PER_ACCOUNT } from '../attempts/limits';
import { byMailbox, countAttempt } from '../attempts/record';
import { noteEnded } from '../backups/ended';
import { callHub, tellHub, valueOrThrow } from '../call-room';
import { type AdminSession, madeBy, type ServiceContext } from '../context';
import { mustBeOwnEvents } from '../events/own-event-ids';
import { askToConfirm } from './ask-to-confirm';
import { countsChange } from './counts-change';

type Row = typeof alertRecipients.$inferSelect;

const ADDRESS_FAULTS: Record<AddressFault, Message> = {
  not_https: message(serviceTexts, 'address_not_https'),
  not_public: message(serviceTexts, 'address_not_public'),
  port_refused: message(serviceTexts, 'address_port_refused'),
};
const CHOICES_INVALID = message(serviceTexts, 'recipient_choices_invalid');

/** A push endpoint contains what a sender needs, so only its host is shown. */
const shownAddress = (kind: RecipientKind, address: string): string =>
  kind === 'push' ? new URL(address).host : address;

const toRecipient = (row: Row): AlertRecipient => ({
  recipientId: row.recipientId,
  kind: row.kind,
  name: row.name,
  address: shownAddress(row.kind, row.address),
  language: row.language,
  eventIds: row.eventIds,
  threshold: row.threshold,
  afterMinutes: row.afterMinutes,
  quietHours: row.quietHours,
  topics: [...(row.topics ?? ALERTS_ALONE)],
  createdAt: isoTime(row.createdAt),
  confirmedAt: isoTimeOrNull(row.confirmedAt),
});

/** Returns an account's recipients in the order in which they were added, without their secrets. */
export async function listOwnRecipients({ db }: ServiceContext, ownerId: string): Promise<AlertRecipient[]> {
  const rows = await db
    .select()
    .from(alertRecipients)
    .where(eq(alertRecipients.ownerId, ownerId))
    .orderBy(asc(alertRecipients.createdAt), asc(alertRecipients.recipientId));
  return rows.map(toRecipient);
}

export async function listRecipients(ctx: ServiceContext, { identity }: AdminSession): Promise<AlertRecipientList> {
  return {
    recipients: await listOwnRecipients(ctx, identity.userId),
    canMail: ctx.sendMail !== null && ctx.publicOrigin !== null,
    pushKey: ctx.pushKey,
  };
}

// The name's own rule explains what is wrong with it.
const ChoicesSchema = z.omit(RecipientChoicesSchema, { name: true });
const ReachSchema = z.pick(NewAlertRecipientSchema, { kind: true, address: true, keys: true, language: true });

/** Checks the choices of a body, and that its events are the account's own. */
async function checkChoices(
  ctx: ServiceContext,
  ownerId: string,
  input: Unchecked<RecipientChoices>,
): Promise<RecipientChoices> {
  const name = orInvalidInput(checkRecipientName(input.name));
  const choices = parse(ChoicesSchema, input, CHOICES_INVALID);
  const { quietHours, eventIds } = choices;
  if (quietHours !== null && readTimeZone(quietHours.timeZone) === null)
    throw new AppError('invalid_input', CHOICES_INVALID);
  if (eventIds !== null) await mustBeOwnEvents(ctx.db, ownerId, eventIds);
  return { name, ...choices };
}

/** Returns the topics as they are stored: null for alerts alone. Only webhooks have others. */
function toStoredTopics(kind: RecipientKind, topics: readonly Topic[]): Topic[] | null {
  const isAlertsAlone = topics.every((topic) => topic === 'alerts');
  if (kind !== 'webhook' && !isAlertsAlone)
    throw new AppError('invalid_input', message(serviceTexts, 'recipient_topics_invalid'));
  return isAlertsAlone ? null : TOPICS.filter((topic) => topics.includes(topic));
}

/** Makes a secret for a webhook's signatures: 32 random bytes (standardwebhooks.com). */
function newWebhookSecret(): string {
  return `whsec_${btoa(String.fromCodePoint(...randomBytes(32)))}`;
}

interface Reached {
  address: string;
  secret: string | null;
  mailToken: string | null;
}

/** Refuses an address that is not on the public internet. */
async function requirePublic(ctx: ServiceContext, address: string): Promise<void> {
  const fault = await ctx.outbound.check(address);
  if (fault !== null) throw new AppError('invalid_input', ADDRESS_FAULTS[fault]);
}

/** Counts an address that is tried, whatever comes of it: resolving its host asks name servers. */
const countAddress = (ctx: ServiceContext, what: 'recipients' | 'renewals', ownerId: string): Promise<void> =>
  countAttempt(ctx, [{ key: `${what}:account:${ownerId}`, limit: RECIPIENTS_PER_ACCOUNT }]);

/** Checks how a new recipient is reached. */
async function reach(ctx: ServiceContext, { kind, address, keys }: z.infer<typeof ReachSchema>): Promise<Reached> {
  if (kind === 'mail') {
    if (ctx.sendMail === null || ctx.publicOrigin === null)
      throw new AppError('invalid_input', message(serviceTexts, 'alert_mails_unavailable'));
    return { address: orInvalidInput(checkEmail(address)), secret: null, mailToken: newToken() };
  }
  if (kind === 'push' && ctx.pushKey === null)
    throw new AppError('invalid_input', message(serviceTexts, 'pushes_unavailable'));
  if (kind === 'push' && keys === undefined)
    throw new AppError('invalid_input', message(serviceTexts, 'push_keys_invalid'));
  await requirePublic(ctx, address);
  return { address, secret: kind === 'push' ? JSON.stringify(keys) : newWebhookSecret(), mailToken: null };
}

/** Inserts the row unless the account has as many recipients as it may have; the same statement checks that. */
async function insert({ db }: ServiceContext, row: Row, also: readonly BatchItem<'sqlite'>[]): Promise<void> {
  const present = db.select({ total: count() }).from(alertRecipients).where(eq(alertRecipients.ownerId, row.ownerId));
  const fits = db
    .select(selectedRow(alertRecipients, row))
    .from(sql`(SELECT 1)`)
    .where(sql`(${present}) < ${RECIPIENTS_MAX}`);
  const adding = db.insert(alertRecipients).select(fits).returning({ id: alertRecipients.recipientId });
  const [inserted] = await db.batch([adding, ...also]);
  if (inserted.length === 0)
    throw new AppError('limit_reached', message(serviceTexts, 'too_many_recipients', RECIPIENTS_MAX));
}

/** A browser that is added again replaces its earlier recipient: its subscription has another address, or other keys. */
async function replaceSame({ db }: ServiceContext, { ownerId, kind, address }: Row): Promise<void> {
  if (kind !== 'push') return;
  const isSame = and(eq(alertRecipients.ownerId, ownerId), eq(alertRecipients.address, address));
  await db.delete(alertRecipients).where(isSame);
}

/**
 * Adds a recipient. The holder of a mail address gets one mail with a link that confirms it, and nothing else before. A
 * webhook's secret is returned only here.
 */
export async function createRecipient(
  ctx: ServiceContext,
  session: AdminSession,
  input: Unchecked<NewAlertRecipient>,
): Promise<CreatedAlertRecipient> {
  const { identity } = session;
  const ownerId = identity.userId;
  const choices = await checkChoices(ctx, ownerId, input);
  const given = parse(ReachSchema, input);
  await countAddress(ctx, 'recipients', ownerId);
  const reached = await reach(ctx, given);
  if (given.kind === 'mail') {
    await countAttempt(ctx, await byMailbox(reached.address));
  }
  const now = ctx.now();
  const { kind, language } = given;
  const confirmedAt = kind === 'mail' ? null : now;
  const row: Row = {
    recipientId: newId(),
    ownerId,
    kind,
    language,
    ...choices,
    ...reached,
    createdAt: now,
    confirmedAt,
    topics: toStoredTopics(kind, choices.topics ?? ALERTS_ALONE),
    madeBy: madeBy(session),
  };
  await replaceSame(ctx, row);
  const change = countsChange(ctx.db, ownerId, null, row);
  await insert(ctx, row, change);
  if (kind === 'mail') ctx.afterAnswer(() => askToConfirm(ctx, row, { from: identity.email, isAgain: false }));
  else await tellChanged(ctx, ownerId, change.length > 0);
  return { ...toRecipient(row), secret: kind === 'webhook' ? row.secret : null };
}

const tellChanged = (ctx: ServiceContext, ownerId: string, isCountsChange = false): Promise<void> =>
  tellHub(ctx, 'recipients changed', ownerId, (hub) => hub.recipientsChanged(ownerId, isCountsChange));

/** Returns the condition for one recipient of the account. */
const isOwn = (ownerId: string, recipientId: string) =>
  and(eq(alertRecipients.recipientId, recipientId), eq(alertRecipients.ownerId, ownerId));

async function findOwn({ db }: ServiceContext, ownerId: string, recipientId: string): Promise<Row> {
  const row = await db.select().from(alertRecipients).where(isOwn(ownerId, recipientId)).get();
  if (!row) throw new AppError('not_found');
  return row;
}

/** Replaces a recipient's choices. Its address stays: another address is another recipient. */
export async function changeRecipient(
  ctx: ServiceContext,
  { identity: { userId } }: AdminSession,
  recipientId: string,
  input: Unchecked<RecipientChoices>,
): Promise<AlertRecipient> {
  const row = await findOwn(ctx, userId, recipientId);
  const { topics: given, ...choices } = await checkChoices(ctx, userId, input);
  const topics = given === undefined ? row.topics : toStoredTopics(row.kind, given);
  const after = { ...row, ...choices, topics };
  const change = countsChange(ctx.db, userId, row, after);
  const write = ctx.db
    .update(alertRecipients)
    .set({ ...choices, topics })
    .where(isOwn(userId, recipientId));
  await ctx.db.batch([write, ...change]);
  await tellChanged(ctx, userId, change.length > 0);
  return toRecipient(after);
}

/**
 * Takes the subscription with which a browser has replaced its earlier one. Throws a 404 if the account has no such
 * recipient.
 */
export async function renewPush(
  ctx: ServiceContext,
  { identity: { userId } }: AdminSession,
  input: Unchecked<PushRenewal>,
): Promise<void> {
  const { oldAddress, address, keys } = parse(PushRenewalSchema, input);
  await countAddress(ctx, 'renewals', userId);
  await requirePublic(ctx, address);
  const renewed = await ctx.db
    .update(alertRecipients)
    .set({ address, secret: JSON.stringify(keys) })
    .where(
      and(
        eq(alertRecipients.ownerId, userId),
        eq(alertRecipients.kind, 'push'),
        eq(alertRecipients.address, oldAddress),
      ),
    )
    .returning({ recipientId: alertRecipients.recipientId });
  if (renewed.length === 0) throw new AppError('not_found');
}

/** Deletes a recipient. Messages that wait for it are not sent. */
export async function removeRecipient(
  ctx: ServiceContext,
  { identity: { userId } }: AdminSession,
  recipientId: string,
): Promise<void> {
  const row = await findOwn(ctx, userId, recipientId);
  const change = countsChange(ctx.db, userId, row, null);
  await ctx.db.batch([ctx.db.delete(alertRecipients).where(isOwn(userId, recipientId)), ...change]);
  await tellChanged(ctx, userId, change.length > 0);
  await noteEnded(ctx, recipientId);
}

/** Sends a test message and returns what became of it. */
export async function testRecipient(
  ctx: ServiceContext,
  { identity: { userId } }: AdminSession,
  recipientId: string,
): Promise<Delivery> {
  const { confirmedAt } = await findOwn(ctx, userId, recipientId);
  if (confirmedAt === null) throw new AppError('invalid_input', message(serviceTexts, 'recipient_unconfirmed'));
  await countAttempt(ctx, [{ key: `alert-test:account:${userId}`, limit: TEST_MESSAGES_PER_ACCOUNT }]);
  return valueOrThrow(await callHub(ctx, 'test recipient', userId, (hub) => hub.testRecipient(userId, recipientId)));
}

/** Returns the newest messages to the account's recipients, newest first. */
export const listDeliveries = (ctx: ServiceContext, { identity: { userId } }: AdminSession): Promise<Delivery[]> =>
  callHub(ctx, 'list deliveries', userId, (hub) => hub.listDeliveries());

/** The holder of a mail address agrees to alerts. Throws a 404 a week after the recipient was added. */
export async function confirmAlertMails(ctx: ServiceContext, access: MailLinkAccess): Promise<void> {
  const { recipientId, ownerId, confirmedAt, createdAt } = access;
  if (confirmedAt !== null) return;
  const now = ctx.now();
  if (createdAt + CONFIRM_MAIL_MS <= now) throw new AppError('not_found');
  await ctx.db.update(alertRecipients).set({ confirmedAt: now }).where(eq(alertRecipients.recipientId, recipientId));
  await tellChanged(ctx, ownerId);
}

/** The holder of a mail address leaves: the recipient is deleted, and no mail follows. */
export async function leaveAlertMails(ctx: ServiceContext, { recipientId, ownerId }: MailLinkAccess): Promise<void> {
  await ctx.db.delete(alertRecipients).where(eq(alertRecipients.recipientId, recipientId));
  await tellChanged(ctx, ownerId);
  await noteEnded(ctx, recipientId);
}
