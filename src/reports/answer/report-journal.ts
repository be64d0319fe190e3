import { isoTime, isoTimeOrNull } from '../../time/iso-time';
import type { Report, ReportJournalEntry } from '../../shared/schemas/report';
import type { AlertHistory } from './alert-history';
import type { OrderHistory, OrderRecord } from './order-history';
import type { JournalFact } from '../facts';
import type { AreaOpening } from '../figures';
import { readStep } from '../steps';

const ACTORS = {
  admin: 'admin',
  code: 'accessCode',
  inspector: 'inspector',
  key: 'apiKey',
  operator: 'operator',
  system: 'system',
} as const;
const isActor = (kind: string | undefined): kind is keyof typeof ACTORS =>
  kind !== undefined && Object.hasOwn(ACTORS, kind);

/** A report shows what kind of user acted, but not which account, access code, link or API key it was. */
function actorOf(actor: string): ReportJournalEntry['actor'] {
  const kind = actor.split(':')[0];
  return isActor(kind) ? ACTORS[kind] : ACTORS.system;
}

/** The part of the journal that a report shows. */
export interface JournalRecord {
  /** All journal entries except those about alerts and orders (the part `acts` of journal-kinds.ts). */
  acts: readonly JournalFact[];
  /** How many further entries are not in `acts`. */
  actsLeftOut: number;
  alerts: Pick<AlertHistory, 'records' | 'leftOut'>;
  orders: Pick<OrderHistory, 'records' | 'leftOut'>;
}

/**
 * Returns the latest name of each area by area id, also of deleted areas.
 * @param areas the areas at the end of the report's last day
 */
export function areaNames(acts: readonly JournalFact[], areas: readonly AreaOpening[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const fact of acts) {
    if (fact.kind === 'area_deleted' && fact.areaId !== null && typeof fact.before === 'string') {
      names.set(fact.areaId, fact.before);
    }
    const step = readStep(fact);
    if (step?.type === 'area_added' || step?.type === 'area_renamed') names.set(step.areaId, step.areaName);
  }
  for (const { areaId, areaName } of areas) names.set(areaId, areaName);
  return names;
}

/** Converts journal, alerts and orders into the form in which a report shows them, with the areas' names by area id. */
export function reportJournal(
  { acts, actsLeftOut, alerts, orders }: JournalRecord,
  names: ReadonlyMap<string, string>,
): Pick<Report, 'journal' | 'journalLeftOut' | 'alerts' | 'alertsLeftOut' | 'orders' | 'ordersLeftOut'> {
  const placeOf = (areaId: string | null) => ({
    areaId,
    areaName: areaId === null ? null : (names.get(areaId) ?? null),
  });
  return {
    journal: acts.map(({ at, actor, kind, areaId, before, after, note }) => ({
      at: isoTime(at),
      actor: actorOf(actor),
      kind,
      ...placeOf(areaId),
      before,
      after,
      note,
    })),
    journalLeftOut: actsLeftOut,
    alerts: alerts.records.map(({ areaId, threshold, raisedAt, endedAt, acknowledgedAt, actor, device, note }) => ({
      ...placeOf(areaId),
      threshold,
      raisedAt: isoTimeOrNull(raisedAt),
      endedAt: isoTimeOrNull(endedAt),
      acknowledgedAt: isoTimeOrNull(acknowledgedAt),
      acknowledgedBy: actor === null ? null : actorOf(actor),
      acknowledgedOn: device,
      note,
    })),
    alertsLeftOut: alerts.leftOut,
    ...(orders.records.length > 0 && {
      orders: orders.records.map((record) => ({
        ...reportOrder(record),
        ...placeOf(record.target.type === 'area' ? record.target.areaId : null),
      })),
      ordersLeftOut: orders.leftOut,
    }),
  };
}

function reportOrder({ target, givenBy, endedBy, lastConfirmedAt, ...record }: OrderRecord) {
  const { givenAt, kind, deviceName, note, endedAt, isReplaced, confirmed, devices } = record;
  const isTimed = lastConfirmedAt !== null && givenAt !== null;
  return {
    kind,
    target: target.type,
    deviceName,
    note,
    givenAt: isoTimeOrNull(givenAt),
    givenBy: givenBy === null ? null : actorOf(givenBy),
    endedAt: isoTimeOrNull(endedAt),
    endedBy: endedBy === null ? null : actorOf(endedBy),
    isReplaced,
    confirmed,
    // The number of devices was noted when the order was given or ended, and others may have confirmed it since.
    devices: Math.max(devices, confirmed),
    slowestSeconds: isTimed ? Math.round((lastConfirmedAt - givenAt) / 1000) : null,
  };
}
