import {
  aboutKey,
  isUrgentAlert,
  type RecipientSettings,
  knownThreshold,
  type Made,
  MADE_LATELY_MS,
  planFor,
  type Told,
} from '../../../src/notifications/plan';
import { afterChange, type KnownAlert, subjectKey } from '../../../src/notifications/known-alert';
import type { AlertState } from '../../../src/rpc/announced-alerts';
import type { AlertSubject } from '../../../src/rpc/alert-subjects';
import { MINUTE_MS } from '../../../src/shared/durations';

const EVENING = Date.UTC(2026, 5, 15, 18);

/** The moment so many minutes after 18:00 UTC. */
export const at = (minutes: number): number => EVENING + minutes * MINUTE_MS;

export const EVENT = { eventId: 'e', eventName: 'Summer Fest' };

export type Crowd = Extract<AlertSubject, { type: 'crowd' }>;

/** An alert of Main Stage, open since 18:00 unless said otherwise. */
export const alertState = ({
  areaId = 'stage',
  areaName = 'Main Stage',
  threshold = 75,
  ...changes
}: Partial<AlertState> & Partial<Pick<Crowd, 'areaId' | 'areaName' | 'threshold'>>): AlertState => ({
  alertId: 'a',
  about: { type: 'crowd', areaId, areaName, threshold, occupancy: 375, capacity: 500 },
  raisedAt: at(0),
  acknowledgedAt: null,
  acknowledgedBy: null,
  clearedAt: null,
  isHighest: false,
  ...changes,
});

/** An account with one recipient: what the hub's storage keeps, in memory. */
export class Account {
  readonly messages: string[][] = [];
  nextAt: number | undefined;
  private readonly listener: RecipientSettings;
  private readonly alerts = new Map<string, KnownAlert>();
  private readonly told = new Map<string, Told>();
  private readonly made: Made[] = [];

  constructor(choices: Partial<RecipientSettings>) {
    const all = {
      recipientId: 'r',
      kind: 'mail',
      eventIds: null,
      threshold: 0,
      afterMinutes: 0,
      quietHours: null,
    } as const;
    this.listener = { ...all, ...choices };
  }

  hear(...all: AlertState[]): void {
    for (const one of all) {
      const after = afterChange(this.alerts.get(subjectKey(one.about)), EVENT, one);
      if (after !== undefined) this.alerts.set(subjectKey(one.about), after);
    }
  }

  /** Plans at this minute and returns the messages: of each, what it says. */
  plan(minute: number): string[][] {
    const now = at(minute);
    const known = [...this.alerts.values()].map((alert) => ({
      alert,
      told: this.told.get(subjectKey(alert.about)),
    }));
    const made = this.made.filter((one) => one.at > now - MADE_LATELY_MS);
    const { messages, silent, nextAt } = planFor(this.listener, known, made, now);
    this.nextAt = nextAt;
    for (const alert of [...silent, ...messages.flat().map((item) => item.alert)]) {
      this.told.set(subjectKey(alert.about), {
        alertId: alert.alertId,
        threshold: knownThreshold(this.listener, alert),
        isAcknowledged: alert.acknowledgedAt !== null,
        isGivenUp: false,
        at: now,
      });
    }
    const said = messages.map((items) => items.map(({ type, alert }) => `${type} ${alert.alertId}`));
    this.messages.push(...said);
    this.made.push(
      ...messages.map((items) => ({
        at: now,
        isUrgent: items.every(isUrgentAlert),
        about: items.map((item) => aboutKey(item.alert)),
      })),
    );
    return said;
  }
}
