import { isoTime, isoTimeOrNull } from '../../time/iso-time';
import type { ReportJournalEntry } from '../../shared/reports/entries';
import type { Report } from '../../shared/schemas/report';
import type { AlertHistory } from './alert-history';
import type { OrderHistory, OrderRecord } from '../sealed/order-history';
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

/** A report shows what kind of user acted, and the name of an API key, but not which account, access code or link it was. */
function actorOf(actor: string): ReportJournalEntry['actor'] {
  const kind = actor.split(':')[0];
  return isActor(kind) ? ACTORS[kind] : ACTORS.system;
}

const KEY = 'key:';

/** Returns the id of the API key that did something; null for all other users. */
const keyIdOf = (actor: string | null): string | null =>
  actor?.startsWith(KEY) === true ? actor.slice(KEY.length) : null;

/** To whom a machine belonged that was taken over; null for all other entries. */
const formerOwnerOf = ({ kind, before }: Pick<JournalFact, 'kind' | 'before'>): string | null =>
  kind === 'source_taken_over' && typeof before === 'string' ? before : null;

/** Whether an API key did something in these records. */
export const hasKeys = ({ acts, alerts, orders }: JournalRecord): boolean =>
  [
    ...acts.flatMap((act) => [act.actor, formerOwnerOf(act)]),
    ...alerts.records.map(({ actor }) => actor),
    ...orders.records.flatMap(({ givenBy, endedBy }) => [givenBy, endedBy]),
  ].some((actor) => keyIdOf(actor) !== null);

/** The names of the account's API keys by their ids. */
export type KeyNames = ReadonlyMap<string, string>;

/** Returns a field with the name of the key that did something, and none for all other users. */
function keyName<Field extends string>(
  field: Field,
  actor: string | null,
  keys: KeyNames,
): Partial<Record<Field, string | null>> {
  const keyId = keyIdOf(actor);
  const named: Partial<Record<Field, string | null>> = {};
  if (keyId !== null) named[field] = keys.get(keyId) ?? null;
  return named;
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

/** Converts journal, alerts and orders into the form in which a report shows them, with the areas' names by area id and those of keys. */
export function reportJournal(
  { acts, actsLeftOut, alerts, orders }: JournalRecord,
  names: ReadonlyMap<string, string>,
  keys: KeyNames,
): Pick<Report, 'journal' | 'journalLeftOut' | 'alerts' | 'alertsLeftOut' | 'orders' | 'ordersLeftOut'> {
  const placeOf = (areaId: string | null) => ({
    areaId,
    areaName: areaId === null ? null : (names.get(areaId) ?? null),
  });
  return {
    journal: acts.map(({ at, actor, kind, areaId, before, after, note, times }) => {
      const formerOwner = formerOwnerOf({ kind, before });
      return {
        at: isoTime(at),
        actor: actorOf(actor),
        ...keyName('keyName', actor, keys),
        kind,
        ...placeOf(areaId),
        before: formerOwner === null ? before : actorOf(formerOwner),
        ...keyName('formerKeyName', formerOwner, keys),
        after,
        note,
        ...(typeof times === 'number' && times > 1 && { times }),
      };
    }),
    journalLeftOut: actsLeftOut,
    alerts: alerts.records.map(({ areaId, threshold, raisedAt, endedAt, acknowledgedAt, actor, device, note }) => ({
      ...placeOf(areaId),
      threshold,
      raisedAt: isoTimeOrNull(raisedAt),
      endedAt: isoTimeOrNull(endedAt),
      acknowledgedAt: isoTimeOrNull(acknowledgedAt),
      acknowledgedBy: actor === null ? null : actorOf(actor),
      ...keyName('acknowledgedByKeyName', actor, keys),
      acknowledgedOn: device,
      note,
    })),
    alertsLeftOut: alerts.leftOut,
    ...(orders.records.length > 0 && {
      orders: orders.records.map((record) => ({
        ...reportOrder(record, keys),
        ...placeOf(record.target.type === 'area' ? record.target.areaId : null),
      })),
      ordersLeftOut: orders.leftOut,
    }),
  };
}

function reportOrder({ target, givenBy, endedBy, lastConfirmedAt, ...record }: OrderRecord, keys: KeyNames) {
  const { givenAt, kind, deviceName, note, endedAt, isReplaced, confirmed, devices } = record;
  const isTimed = lastConfirmedAt !== null && givenAt !== null;
  return {
    kind,
    target: target.type,
    deviceName,
    note,
    givenAt: isoTimeOrNull(givenAt),
    givenBy: givenBy === null ? null : actorOf(givenBy),
    ...keyName('givenByKeyName', givenBy, keys),
    endedAt: isoTimeOrNull(endedAt),
    endedBy: endedBy === null ? null : actorOf(endedBy),
    ...keyName('endedByKeyName', endedBy, keys),
    isReplaced,
    confirmed,
    // The number of devices was noted when the order was given or ended, and others may have confirmed it since.
    devices: Math.max(devices, confirmed),
    slowestSeconds: isTimed ? Math.round((lastConfirmedAt - givenAt) / 1000) : null,
  };
}
