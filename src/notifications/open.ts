import { loadBillingAccount } from '../db/billing-accounts';
import type { Database } from '../db/client';
import { type Env, isBillingOn } from '../env';
import { MAILS_PER_DAY, TRIAL_MAILS_PER_DAY } from '../shared/notifications/limits';
import type { Delivery } from '../shared/notifications/schemas';
import { hasSubscribed } from '../shared/rules/subscription';
import { CountsRows } from './counts/counts-rows';
import { CountsSender } from './counts/counts-sender';
import { LISTED_MAX, Notifications, type NotificationsDeps } from './notifications';
import { deleteRecipient, loadConfirmedRecipients } from './recipients';
import { openSend } from './send/open';
import { MailDays } from './mail-days';
import { NotificationStore } from './store';

/** What an account's hub needs to tell recipients. */
export interface OpenNotifications {
  notifications: Notifications;
  counts: CountsSender;
  /** The newest messages to the account's recipients, newest first. */
  list(): Delivery[];
  /** Forgets a deleted event, so that no message has its name. */
  forgetEvent(eventId: string): void;
  /** Deletes everything, because the account was deleted. */
  forget(): void;
}

/** Opens the hub's queue of messages on its storage. */
export function openNotifications(
  env: Env,
  storage: DurableObjectStorage,
  db: Database,
  host: Pick<NotificationsDeps, 'userId' | 'arm'> & { isDeleted(): boolean },
): OpenNotifications {
  const store = new NotificationStore(storage);
  const mailDays = new MailDays(storage.sql);
  const rows = new CountsRows(storage.sql);
  const deps = {
    now: () => Date.now(),
    // Nothing is queued for an account that was deleted meanwhile.
    loadRecipients: async (userId: string) => {
      const recipients = await loadConfirmedRecipients(db, userId);
      return host.isDeleted() ? [] : recipients;
    },
    send: openSend(env),
  };
  const counts = new CountsSender({ ...deps, rows });
  const notifications = new Notifications({
    ...deps,
    ...host,
    store,
    mailDays,
    loadMailsPerDay: async (userId) => ((await isInTrial(env, db, userId)) ? TRIAL_MAILS_PER_DAY : MAILS_PER_DAY),
    removeRecipient: (recipient) => deleteRecipient(db, recipient),
  });
  return {
    notifications,
    counts,
    list: () =>
      [...notifications.list(), ...counts.list()]
        .toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))
        .slice(0, LISTED_MAX),
    forgetEvent: (eventId) => {
      store.forgetEvent(eventId);
      rows.forgetEvent(eventId);
    },
    forget: () => {
      store.forget();
      mailDays.forget();
      rows.forget();
      counts.recipientsChanged();
    },
  };
}

/** Whether the account has not subscribed, at an installation that charges. */
async function isInTrial(env: Env, db: Database, userId: string): Promise<boolean> {
  if (!isBillingOn(env)) return false;
  const account = await loadBillingAccount(db, userId);
  return account === undefined || !hasSubscribed(account.subscriptionStatus);
}
