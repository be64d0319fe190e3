import type { RoomCore } from '../core/room-core';
import { tryAndLog } from '../../observability/log';
import type { StoredSeal } from '../../reports/plan';
import type { HubApi } from '../../rpc/hub-api';
import type { ActiveDay } from '../state/active-day';
import { DeliveryJob } from '../delivery-job';
import { SealMails } from '../evidence/seal-mail';
import { OVERDUE_DELAY_MS } from '../limits';
import { AlertOutbox } from '../storage/alert-outbox';
import { kindOf } from '../storage/alert-kinds';
import type { Clock } from '../ports';
import type { FlushedState } from '../state/flushed-state';
import { aboutEvent, type EventState, type RoomState } from '../state/room-state';

export interface DeliveryJobsDeps {
  now: Clock;
  hubOf: (ownerId: string) => Pick<HubApi, 'announceAlerts' | 'announceNews' | 'runBilling'>;
  isBillingOn: boolean;
  /** Records active days in D1. Recording a day again changes nothing. */
  recordDays: (event: EventState, days: readonly ActiveDay[]) => Promise<void>;
  /** Mails the fingerprints of these links, oldest first, to the event's admin; null if this installation does not. */
  mailSeals: ((links: readonly StoredSeal[], room: FlushedState) => Promise<void>) | null;
}

export type DeliveryJobs = ReturnType<typeof openDeliveryJobs>;

/** Creates the jobs that deliver what somebody outside the room must know, each thing at least once. */
export function openDeliveryJobs(
  core: Pick<RoomCore, 'store' | 'stateOrNone' | 'openState' | 'flushNow'>,
  { now, hubOf, isBillingOn, recordDays, mailSeals }: DeliveryJobsDeps,
) {
  const { store } = core;
  const openState = () => core.openState;
  const record = (days: readonly ActiveDay[], { event }: RoomState) => recordDays(event, days);
  const activeDays = new DeliveryJob({
    name: 'delivery',
    logAs: 'room.deliver',
    outbox: store.days,
    now,
    // The days of a deleted event are billed, too.
    room: () => core.stateOrNone,
    send: async (days, room) => {
      await record(days, room);
      // Even for a free day: this is how a hub learns of an account that it has never heard of.
      const { ownerId } = room.event;
      if (isBillingOn) await hubOf(ownerId).runBilling(ownerId);
    },
  });
  return {
    alerts: new DeliveryJob({
      name: 'alert states',
      logAs: 'room.alert_states',
      outbox: new AlertOutbox(store.meta, Object.values(store.alerts)),
      now,
      room: openState,
      send: async ({ alerts, isAll }, room) => {
        const { event } = room;
        const states = alerts.map((alert) => {
          const { alertId, raisedAt, acknowledgedAt, acknowledgedBy, clearedAt } = alert;
          return { alertId, raisedAt, acknowledgedAt, acknowledgedBy, clearedAt, ...kindOf(alert).announced(room) };
        });
        await hubOf(event.ownerId).announceAlerts(event.ownerId, aboutEvent(event), states, isAll);
      },
    }),
    news: new DeliveryJob({
      name: 'event news',
      logAs: 'room.event_news',
      outbox: store.news,
      now,
      room: openState,
      send: async (news, { event }) => await hubOf(event.ownerId).announceNews(event.ownerId, news),
    }),
    /** The fingerprints of seals, so that they are outside before anybody could make another chain. */
    sealMail: new DeliveryJob({
      name: 'seal mail',
      logAs: 'room.seal_mail',
      overdueDelayMs: OVERDUE_DELAY_MS,
      outbox: new SealMails(store.seals, store.meta),
      now,
      room: () => (mailSeals === null ? undefined : core.flushNow()),
      send: async (links, room) => await mailSeals?.(links, room),
    }),
    activeDays,
    /** Records the waiting days in D1 without a call to the hub; returns false if that failed. */
    recordAllDays: () =>
      tryAndLog('room.days', () => activeDays.deliver(record), { eventId: core.stateOrNone?.event.eventId }),
  };
}
