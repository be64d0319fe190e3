import { isoTime, isoTimeOrNull } from '../../time/iso-time';
import type { ReportJournalEntry, ReportPerson } from '../../shared/reports/entries';
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

/** A report shows what kind of user acted, and the names of API keys and members, but not which access code or link it was. */
function actorOf(actor: string): ReportJournalEntry['actor'] {
  const kind = actor.split(':')[0];
  return isActor(kind) ? ACTORS[kind] : ACTORS.system;
}

/** The kinds of users whom a report can name. */
type Named = 'key' | 'admin';

/** Returns the id of the API key, or of the person, that did something; null for all other users. */
const idOf = (kind: Named, actor: string | null): string | null =>
  actor?.startsWith(`${kind}:`) === true ? actor.slice(kind.length + 1) : null;

/** To whom a machine belonged that was taken over; null for all other entries. */
const formerOwnerOf = ({ kind, before }: Pick<JournalFact, 'kind' | 'before'>): string | null =>
  kind === 'source_taken_over' && typeof before === 'string' ? before : null;

/** Whether a user did something in these records whom a report can name. */
export const hasNamed = ({ acts, alerts, orders }: JournalRecord): boolean =>
  [
    ...acts.flatMap((act) => [act.actor, formerOwnerOf(act)]),
    ...alerts.records.map(({ actor }) => actor),
    ...orders.records.flatMap(({ givenBy, endedBy }) => [givenBy, endedBy]),
  ].some((actor) => idOf('key', actor) !== null || idOf('admin', actor) !== null);

/** The names of whoever acts for an account. */
export interface ActorNames {
  /** The names of the API keys by their ids. */
  keys: ReadonlyMap<string, string>;
  /** The members and former members by their person ids; none in an account that has only ever had one member. */
  people: ReadonlyMap<string, ReportPerson>;
}

/** What a report names nobody by. */
export const NO_NAMES: ActorNames = { keys: new Map(), people: new Map() };

/** Returns the fields with the name of the API key, or the person, that did something, and none for all other users. */
function namesOf<KeyField extends string, PersonField extends string>(
  [keyField, personField]: readonly [KeyField, PersonField],
  actor: string | null,
  { keys, people }: ActorNames,
): Partial<Record<KeyField, string | null>> & Partial<Record<PersonField, ReportPerson>> {
  const [keyId, personId] = [idOf('key', actor), idOf('admin', actor)];
  const key: Partial<Record<KeyField, string | null>> = {};
  const named: Partial<Record<PersonField, ReportPerson>> = {};
  if (keyId !== null) key[keyField] = keys.get(keyId) ?? null;
  const person = personId === null ? undefined : people.get(personId);
  if (person !== undefined) named[personField] = person;
  return { ...key, ...named };
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
  actors: ActorNames,
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
        ...namesOf(['keyName', 'person'], actor, actors),
        kind,
        ...placeOf(areaId),
        before: formerOwner === null ? before : actorOf(formerOwner),
        ...namesOf(['formerKeyName', 'formerOwner'], formerOwner, actors),
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
      ...namesOf(['acknowledgedByKeyName', 'acknowledgedByPerson'], actor, actors),
      acknowledgedOn: device,
      note,
    })),
    alertsLeftOut: alerts.leftOut,
    ...(orders.records.length > 0 && {
      orders: orders.records.map((record) => ({
        ...reportOrder(record, actors),
        ...placeOf(record.target.type === 'area' ? record.target.areaId : null),
      })),
      ordersLeftOut: orders.leftOut,
    }),
  };
}

function reportOrder({ target, givenBy, endedBy, lastConfirmedAt, ...record }: OrderRecord, actors: ActorNames) {
  const { givenAt, kind, deviceName, note, endedAt, isReplaced, confirmed, devices } = record;
  const isTimed = lastConfirmedAt !== null && givenAt !== null;
  return {
    kind,
    target: target.type,
    deviceName,
    note,
    givenAt: isoTimeOrNull(givenAt),
    givenBy: givenBy === null ? null : actorOf(givenBy),
    ...namesOf(['givenByKeyName', 'givenByPerson'], givenBy, actors),
    endedAt: isoTimeOrNull(endedAt),
    endedBy: endedBy === null ? null : actorOf(endedBy),
    ...namesOf(['endedByKeyName', 'endedByPerson'], endedBy, actors),
    isReplaced,
    confirmed,
    // The number of devices was noted when the order was given or ended, and others may have confirmed it since.
    devices: Math.max(devices, confirmed),
    slowestSeconds: isTimed ? Math.round((lastConfirmedAt - givenAt) / 1000) : null,
  };
}
