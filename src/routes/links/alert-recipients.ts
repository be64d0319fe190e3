import {
  changeRecipient,
  confirmAlertMails,
  createRecipient,
  leaveAlertMails,
  listDeliveries,
  listRecipients,
  removeRecipient,
  renewPush,
  testRecipient,
} from '../../services/notifications/recipients';
import { ENGLISH } from '../../shared/languages';
import {
  AlertRecipientListSchema,
  AlertRecipientSchema,
  CreatedAlertRecipientSchema,
  DeliveryListSchema,
  DeliverySchema,
  NewAlertRecipientSchema,
  PushRenewalSchema,
  RecipientChoicesSchema,
} from '../../shared/notifications/schemas';
import { type Call, call } from '../call';
import { ADMIN, MAIL_LINK } from '../who';

const CHOICES = {
  name: 'Night manager',
  eventIds: null,
  threshold: 90,
  afterMinutes: 5,
  quietHours: { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin', letsHighestThrough: true },
};

export const ALERT_RECIPIENT_CALLS: readonly Call[] = [
  call({
    route: 'GET /api/alert-recipients',
    id: 'listAlertRecipients',
    summary: 'List who is told of the account’s alerts outside the app',
    description: 'The list contains no secrets. Of a browser’s push subscription it shows the push service’s host.',
    who: ADMIN,
    answer: AlertRecipientListSchema,
    handle: ({ ctx, access }) => listRecipients(ctx, access),
  }),
  call({
    route: 'POST /api/alert-recipients',
    id: 'createAlertRecipient',
    summary: 'Add a mail address, a browser or a webhook to which alerts are sent',
    description:
      'The holder of a mail address gets a mail with a link, and alerts only after confirming it. Addresses of webhooks ' +
      'and push services must be HTTPS and lead to the public internet. A webhook’s messages are signed (Standard ' +
      'Webhooks); no other call returns its secret again. Only webhooks can have other topics than `alerts`. A browser that ' +
      'is added again replaces its earlier entry.',
    who: ADMIN,
    body: NewAlertRecipientSchema,
    example: {
      ...CHOICES,
      topics: ['alerts', 'counts'],
      kind: 'webhook',
      address: 'https://hook.test/alerts',
      language: ENGLISH,
    },
    answer: CreatedAlertRecipientSchema,
    status: 201,
    errors: ['limit_reached', 'too_many_attempts'],
    handle: ({ ctx, access, body }) => createRecipient(ctx, access, body),
  }),
  call({
    route: 'POST /api/alert-recipients/renewals',
    id: 'renewPushSubscription',
    summary: 'Replace the push subscription of a browser',
    description: 'A service worker calls this when its browser has replaced the subscription.',
    who: ADMIN,
    body: PushRenewalSchema,
    example: {
      oldAddress: 'https://push.test/send/1',
      address: 'https://push.test/send/2',
      keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
    },
    errors: ['not_found', 'too_many_attempts'],
    handle: ({ ctx, access, body }) => renewPush(ctx, access, body),
  }),
  call({
    route: 'PUT /api/alert-recipients/:recipientId',
    id: 'changeAlertRecipient',
    summary: 'Replace what a recipient is told, and when',
    description:
      'The address stays as it is, and so do the topics if the body has none. Open alerts that the recipient has not been told of may follow at once.',
    who: ADMIN,
    body: RecipientChoicesSchema,
    example: CHOICES,
    answer: AlertRecipientSchema,
    errors: ['not_found'],
    handle: ({ ctx, access, params, body }) => changeRecipient(ctx, access, params.recipientId, body),
  }),
  call({
    route: 'DELETE /api/alert-recipients/:recipientId',
    id: 'deleteAlertRecipient',
    summary: 'Delete a recipient',
    description: 'Messages that wait for it are not sent.',
    who: ADMIN,
    errors: ['not_found'],
    handle: ({ ctx, access, params }) => removeRecipient(ctx, access, params.recipientId),
  }),
  call({
    route: 'POST /api/alert-recipients/:recipientId/test',
    id: 'testAlertRecipient',
    summary: 'Send a test message to a recipient',
    description: 'The answer says what became of it. A test is not tried again.',
    who: ADMIN,
    answer: DeliverySchema,
    status: 201,
    errors: ['not_found', 'too_many_attempts', 'unavailable'],
    handle: ({ ctx, access, params }) => testRecipient(ctx, access, params.recipientId),
  }),
  call({
    route: 'GET /api/alert-deliveries',
    id: 'listAlertDeliveries',
    summary: 'List the last messages to recipients, newest first',
    description: 'The list has at most 50 messages of the last 30 days, each with the last answer.',
    who: ADMIN,
    answer: DeliveryListSchema,
    errors: ['unavailable'],
    handle: async ({ ctx, access }) => ({ deliveries: await listDeliveries(ctx, access) }),
  }),
  call({
    route: 'POST /api/alert-mails/:token/confirm',
    id: 'confirmAlertMails',
    summary: 'Agree to alerts by mail, with the link of the mail that asks for it',
    description: 'The link is valid for seven days. It can be used again without effect.',
    who: MAIL_LINK,
    handle: ({ ctx, access }) => confirmAlertMails(ctx, access),
  }),
  call({
    route: 'POST /api/alert-mails/:token/leave',
    id: 'leaveAlertMails',
    summary: 'Stop alerts by mail, with the link that each of these mails has',
    description: 'Mail programs call this with one click (RFC 8058). The recipient is deleted.',
    who: MAIL_LINK,
    handle: ({ ctx, access }) => leaveAlertMails(ctx, access),
  }),
];
