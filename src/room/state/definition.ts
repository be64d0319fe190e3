import canonicalize from 'canonicalize';
import type { EventDefinition } from '../../rpc/definition';
import type { Actor } from '../../rpc/identity';
import type { DayClock } from '../../shared/rules/business-day';
import type { AreaDefinition } from '../../shared/schemas/area';
import { AREA_FACTS, type AreaFact, byFact, NO_FACTS } from '../../shared/schemas/area-facts';
import { type DayRules, firstDayRules, withDayClock } from './day-rules';
import type { Event } from '../../shared/schemas/event';
import { countedCategories, occupanciesOf } from './tally';
import type { JournalEntry } from './journal-entry';
import {
  areaFacts,
  type AreaState,
  liveAreas,
  type LockState,
  newArea,
  type RoomState,
  TRIAL_END_UNKNOWN,
  withAccount,
} from './room-state';

/** The result of applying a definition: the new state, the journal entries, and what has changed for devices. */
export interface DefinitionChange {
  state: RoomState;
  entries: JournalEntry[];
  /** The access code was replaced. Sockets that used the old code must be closed before the new code is sent. */
  isNewCode: boolean;
  eventChanged: boolean;
  areasChanged: boolean;
  accountChanged: boolean;
  /**
   * The room's storage was restored since the last definition, so devices may know of taps that the restore discarded.
   */
  isRestored: boolean;
}

/**
 * The state of a room that has just learned of its event. It omits the venue's settings and the categories, so that
 * applying the definition records them in the journal as new.
 */
export function firstState(definition: EventDefinition, epoch: string): RoomState {
  const { eventId, jurisdiction, ownerId } = definition;
  const { venue: _venue, categories: _categories, ...event } = definition.event;
  return {
    epoch,
    event: {
      eventId,
      jurisdiction,
      ownerId,
      event,
      revision: 0,
      codeRevision: 0,
      displaySession: null,
      dayRules: firstDayRules(definition),
      generation: 0,
    },
    account: { revision: 0, status: null, trialEndsAt: TRIAL_END_UNKNOWN, lockedAt: null },
    deleted: false,
    version: 0,
    areas: new Map(),
    evacuation: null,
    doubts: [],
    days: new Map(),
  };
}

const NOTHING_CHANGED = { isNewCode: false, eventChanged: false, areasChanged: false, isRestored: false };

/**
 * Applies D1's definition without side effects; counts stay. A definition whose revision is not higher changes nothing
 * but the account, unless its generation is higher. A higher generation gives the room `restored.epoch` as its new
 * epoch.
 */
export function diffDefinition(
  state: RoomState,
  definition: EventDefinition,
  actor: Actor,
  now: number,
  restored: { epoch: string; to?: string | undefined },
): DefinitionChange {
  const account = withAccount(state.account, definition.account, now);
  const accountChanged = account !== state.account;
  const lockEntries = lockChange(state.account, account);
  const isRestored = definition.generation > state.event.generation;
  if (definition.revision <= state.event.revision && !isRestored) {
    const after = accountChanged ? { ...state, account } : state;
    return { state: after, entries: lockEntries, ...NOTHING_CHANGED, accountChanged };
  }
  const areas = followedAreas(state, definition, actor, now);
  const { event, revision, displaySession, plan, wantsCounts } = definition;
  const isNewCode = event.accessCode !== state.event.event.accessCode;
  const codeRevision = isNewCode ? revision : state.event.codeRevision;
  // Before its first definition the room only assumed a schedule, so the first definition's schedule replaces it at
  // once.
  const dayRules =
    state.event.revision === 0 ? firstDayRules(definition) : withDayClock(state.event.dayRules, definition, now);
  return {
    state: {
      ...state,
      epoch: isRestored ? restored.epoch : state.epoch,
      account,
      event: {
        ...state.event,
        event,
        revision,
        codeRevision,
        displaySession,
        dayRules,
        plan,
        wantsCounts,
        generation: isRestored ? definition.generation : state.event.generation,
      },
      areas: areas.areas,
    },
    entries: [
      ...(isRestored ? [restoredEntry(restored.to)] : []),
      ...lockEntries,
      ...eventEntries(state, definition, actor),
      ...planEntries(state, definition, actor),
      ...scheduleEntries(state, dayRules, actor),
      ...areas.entries,
    ],
    isNewCode,
    eventChanged: !isSame(event, state.event.event),
    // Devices read the areas again: the counts of an area list the event's categories.
    areasChanged: areas.entries.length > 0 || areas.isOwnNew || !isSame(event.categories, state.event.event.categories),
    accountChanged,
    isRestored,
  };
}

/** The fields of what was stored stand in another order than those of D1's definition. */
const isSame = (a: unknown, b: unknown): boolean => canonicalize(a) === canonicalize(b);

const restoredEntry = (to: string | undefined): JournalEntry => ({
  actor: 'operator',
  kind: 'restored',
  ...(to !== undefined && { after: to }),
});

/**
 * The journal entry for an account that was locked or unlocked. Billing causes this, not a person, so the actor is
 * `system`.
 */
export function lockChange(before: LockState, after: LockState): JournalEntry[] {
  if ((before.lockedAt === null) === (after.lockedAt === null)) return [];
  const kind = after.lockedAt === null ? 'counting_unlocked' : 'counting_locked';
  return [{ actor: 'system', kind, before: before.status ?? 'none', after: after.status ?? 'none' }];
}

function eventEntries(state: RoomState, definition: EventDefinition, actor: Actor): JournalEntry[] {
  const { event: before } = state.event;
  const after = definition.event;
  const entries: JournalEntry[] = [];
  if (before.eventName !== after.eventName) {
    entries.push({ actor, kind: 'event_renamed', before: before.eventName, after: after.eventName });
  }
  if (!isSame(before.venue, after.venue)) {
    entries.push({
      actor,
      kind: 'venue_changed',
      ...(before.venue && { before: before.venue }),
      ...(after.venue && { after: after.venue }),
    });
  }
  if (!isSame(before.categories, after.categories)) {
    entries.push({
      actor,
      kind: 'categories_changed',
      ...(before.categories && { before: before.categories }),
      ...(after.categories && { after: after.categories }),
    });
  }
  // The entry omits the codes: they are secrets, and reports show the journal.
  if (before.accessCode !== after.accessCode) entries.push({ actor, kind: 'access_code_replaced' });
  return entries;
}

/** The journal entry for a new capacity plan, with the numbers of people that the plans before and after it allow. */
function planEntries({ event }: RoomState, { plan }: EventDefinition, actor: Actor): JournalEntry[] {
  if (plan === undefined || plan.at === event.plan?.at) return [];
  const before = event.plan?.people ?? null;
  const { people: after } = plan;
  return [{ actor, kind: 'capacity_planned', ...(before !== null && { before }), ...(after !== null && { after }) }];
}

const clockText = ({ timeZone, reportTime }: DayClock): string => `${timeZone} ${reportTime}`;

/**
 * The journal entry for a changed schedule, even if the schedule only takes effect tomorrow. The first schedule that a
 * room learns is no change.
 */
function scheduleEntries({ event }: RoomState, rules: DayRules, actor: Actor): JournalEntry[] {
  const before = clockText(event.dayRules.at(-1) ?? event.dayRules[0]);
  const after = clockText(rules.at(-1) ?? rules[0]);
  if (event.revision === 0 || before === after) return [];
  return [{ actor, kind: 'schedule_changed', before, after }];
}

function followedAreas(state: RoomState, definition: EventDefinition, actor: Actor, now: number) {
  const entries: JournalEntry[] = [];
  const areas = new Map(state.areas);
  /** An own number that does not count is no change for the journal, but devices show it beside the limits. */
  let isOwnNew = false;
  for (const [position, area] of definition.areas.entries()) {
    const { areaId, areaName, capacity } = area;
    const known = areas.get(areaId);
    const columns = setColumns(area);
    const facts = factEntries(known, area, actor);
    if (known === undefined) {
      areas.set(areaId, { ...newArea(areaId, areaName, capacity, position), ...columns });
      entries.push({ actor, kind: 'area_added', areaId, after: areaName });
      entries.push({ actor, kind: 'capacity_changed', areaId, after: capacity }, ...facts);
      continue;
    }
    if (known.areaName !== areaName) {
      entries.push({ actor, kind: 'area_renamed', areaId, before: known.areaName, after: areaName });
    }
    if (known.capacity !== capacity) {
      entries.push({ actor, kind: 'capacity_changed', areaId, before: known.capacity, after: capacity });
    }
    entries.push(...facts);
    const isOwn = known.ownCapacity !== columns.ownCapacity;
    isOwnNew ||= isOwn;
    const isBack = known.deletedAt !== null;
    if (isBack) entries.push(...returned(known, { areaName, event: definition.event }, actor));
    const isNew = known.areaName !== areaName || known.capacity !== capacity || facts.length > 0 || isOwn;
    if (isBack || isNew || known.position !== position) {
      const countsFrom = isBack ? now : known.countsFrom;
      areas.set(areaId, { ...known, areaName, capacity, ...columns, position, countsFrom, deletedAt: null });
    }
  }
  const defined = new Set(definition.areas.map((area) => area.areaId));
  for (const area of liveAreas(state)) {
    if (defined.has(area.areaId)) continue;
    areas.set(area.areaId, { ...area, deletedAt: now });
    entries.push({ actor, kind: 'area_deleted', areaId: area.areaId, before: area.areaName });
  }
  return { areas, entries, isOwnNew };
}

/**
 * The journal entries for an area that is in D1 again because D1 was restored. The people who were in it when it was
 * deleted are in it again, as after a recount. Reports count them as gone at the deletion.
 */
function returned(
  area: AreaState,
  { areaName, event }: { areaName: string; event: Event },
  actor: Actor,
): JournalEntry[] {
  const { areaId, occupancy, tally } = area;
  const occupancies = occupanciesOf(tally, occupancy);
  return [
    { actor, kind: 'area_added', areaId, after: areaName },
    { actor, kind: 'occupancy_recounted', areaId, before: 0, after: occupancy },
    ...(occupancies === null || occupancies.size === 0
      ? []
      : [
          {
            actor,
            kind: 'categories_recounted' as const,
            areaId,
            after: countedCategories(occupancies, event.categories),
          },
        ]),
  ];
}

/** The columns of a room's area that are null unless the admin has set something. */
const setColumns = (area: AreaDefinition): Pick<AreaState, 'ownCapacity' | AreaFact> => ({
  ownCapacity: area.ownCapacity ?? null,
  ...byFact<Record<AreaFact, string | null>>((fact) => (area[fact] === undefined ? null : JSON.stringify(area[fact]))),
});

/** The journal entries for facts that are new or changed. */
function factEntries(known: AreaState | undefined, area: AreaDefinition, actor: Actor): JournalEntry[] {
  const were = known && areaFacts(known);
  return AREA_FACTS.flatMap((fact) => {
    const [before, after] = [were?.[fact] ?? NO_FACTS[fact], area[fact] ?? NO_FACTS[fact]];
    if (isSame(before, after)) return [];
    return [{ actor, kind: `${fact}_changed` as const, areaId: area.areaId, ...(known && { before }), after }];
  });
}
