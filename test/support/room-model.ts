import { TAP_AGE_MAX_MS } from '../../src/shared/protocol/limits';
import { IDS_PER_MS } from '../../src/shared/reports/limits';
import type { LedgerFact } from '../../src/reports/facts';
import { dayAt, type GivenBack, LeftEarly } from './left-early';
import { ledgerFact } from './ledger-fact';

export interface ModelTap {
  areaId: string;
  change: number;
  /** By the device's clock, epoch ms. */
  at: number;
  undoes?: number | undefined;
  /** The other end of a transfer. */
  to?: string | undefined;
  category?: string | undefined;
}

export interface ModelBatch {
  clientId: string;
  principal: string;
  /** null means the client's next seq. */
  seq: number | null;
  sentAt: number;
  receivedAt: number;
  taps: readonly ModelTap[];
}

export interface ModelAck {
  seq: number;
  rejected: { seq: number; code: string }[];
  floored: { seq: number; amount: number }[];
}

interface ModelArea {
  areaId: string;
  leftEarly: LeftEarly;
  occupancy: number;
  ins: number;
  outs: number;
  resetAt: number;
  /** Who was inside after the last reset or recount, by category; null if a recount did not say it. */
  occupancies: ReadonlyMap<string, number> | null;
  isDeleted: boolean;
  version: number;
}

interface CountedTap extends Pick<ModelTap, 'areaId' | 'change' | 'at' | 'to'> {
  category: string | null;
  receivedAt: number;
  floored: number;
  isUndone: boolean;
}

interface ModelClient {
  principal: string;
  /** The room's version when it last counted a tap of this client. */
  version: number;
  /** Ordered by seq; undefined for a refused tap and for an undo. */
  taps: (CountedTap | undefined)[];
}

/** The effect of one tap on one area. */
interface Move {
  area: ModelArea;
  category: string | null;
  change: number;
  ins: number;
  outs: number;
  occupancy: number;
  floored: number;
  /** When the tap was made, or for an undo the tap that it takes back. */
  tapAt: number;
  /** For an undo, whom it takes back; otherwise whom the tap gives back. */
  givenBack: GivenBack[];
}

/** What one tap counted in one area. */
interface Share extends Pick<Move, 'ins' | 'outs' | 'floored' | 'tapAt'> {
  areaId: string;
  category: string | null;
}

/** A silent connection is cut after this time, so no frame is in transit for longer. */
const SILENT_MS = 55_000;

/**
 * Counts by the rules C1 to C10 of docs/product.md, one tap at a time: the expected state of a room for a given input.
 * All tests that need a room's expected behavior share it. It does not limit how far back an undo reaches.
 */
export class RoomModel {
  readonly areas = new Map<string, ModelArea>();
  readonly clients = new Map<string, ModelClient>();
  /** Everything that was counted, tap by tap, in the form that reports are made from. */
  readonly facts: LedgerFact[] = [];
  /** The categories that the event has or had. */
  readonly categories = new Set<string>();
  private readonly shares: Share[] = [];
  /** The days with a count. */
  readonly days = new Set<string>();
  lockedAt: number | null = null;
  version = 0;
  private readonly lastTaps = new Map<string, { deviceAt: number; at: number }>();

  addArea(areaId: string): void {
    this.areas.set(areaId, {
      areaId,
      leftEarly: new LeftEarly(),
      occupancy: 0,
      ins: 0,
      outs: 0,
      resetAt: 0,
      occupancies: new Map(),
      isDeleted: false,
      version: 0,
    });
  }

  deleteArea(areaId: string): void {
    const area = this.areas.get(areaId);
    if (area) area.isDeleted = true;
  }

  /** [occupancy, entries, exits] of each existing area. */
  get counts(): Record<string, number[]> {
    const live = [...this.areas.values()].filter(({ isDeleted }) => !isDeleted);
    return Object.fromEntries(live.map(({ areaId, occupancy, ins, outs }) => [areaId, [occupancy, ins, outs]]));
  }

  /**
   * [entries, exits, inside] of each category in each existing area, from all that was counted: who was inside at the
   * last reset or recount, and the taps that were made afterwards.
   */
  get categoryCounts(): Record<string, Record<string, (number | null)[]>> {
    const live = [...this.areas.values()].filter(({ isDeleted }) => !isDeleted);
    return Object.fromEntries(live.map((area) => [area.areaId, this.categoriesIn(area)]));
  }

  private categoriesIn({ areaId, occupancies, resetAt, occupancy }: ModelArea): Record<string, (number | null)[]> {
    const all = this.shares.filter((share) => share.areaId === areaId);
    const since = all.filter(({ tapAt }) => tapAt >= resetAt);
    const sumOf = (shares: readonly Share[], of: (share: Share) => number) =>
      shares.reduce((sum, share) => sum + of(share), 0);
    const unnamed = since.filter(({ category }) => category === null);
    const isNamed =
      sumOf(unnamed, ({ ins }) => ins) === 0 &&
      sumOf(unnamed, ({ ins, outs, floored }) => (ins === 0 ? outs - floored : 0)) === 0;
    const people = [...this.categories].map((category) => {
      const own = since.filter((share) => share.category === category);
      return (occupancies?.get(category) ?? 0) + sumOf(own, ({ ins, outs, floored }) => ins - outs + floored);
    });
    const isRight = people.every((inside) => inside >= 0) && people.reduce((sum, one) => sum + one, 0) === occupancy;
    const isKnown = occupancies !== null && isNamed && isRight;
    return Object.fromEntries(
      [...this.categories].map((category, index) => {
        const own = all.filter((share) => share.category === category);
        const totals = [sumOf(own, ({ ins }) => ins), sumOf(own, ({ outs }) => outs)];
        return [category, [...totals, isKnown ? (people[index] ?? 0) : null]];
      }),
    );
  }

  lastSeq(clientId: string): number {
    return this.clients.get(clientId)?.taps.length ?? 0;
  }

  reset(areaId: string, now: number): void {
    this.recount(areaId, 0, now);
  }

  /** @param occupancies how many of the people are of which category; null if that was not counted */
  recount(
    areaId: string,
    occupancy: number,
    now: number,
    occupancies: ReadonlyMap<string, number> | null = null,
  ): void {
    const area = this.areas.get(areaId);
    const known = occupancy === 0 ? new Map<string, number>() : occupancies;
    if (area) Object.assign(area, { occupancy, resetAt: now, occupancies: known, version: (this.version += 1) });
  }

  /** The room was evicted from memory: it no longer knows how long frames were in transit. */
  wake(): void {
    this.lastTaps.clear();
  }

  /** null if the client id belongs to another principal. */
  receive({ clientId, principal, seq, sentAt, receivedAt, taps }: ModelBatch): ModelAck | null {
    const client = this.clients.get(clientId) ?? { principal, version: 0, taps: [] };
    if (client.principal !== principal) return null;
    const ack: ModelAck = { seq: client.taps.length, rejected: [], floored: [] };
    const first = seq ?? client.taps.length + 1;
    const factsBefore = this.facts.length;
    for (const [index, tap] of taps.entries()) {
      if (first + index > client.taps.length + 1) break;
      if (first + index <= client.taps.length) continue;
      this.clients.set(clientId, client);
      const at = this.occurredAt(clientId, tap, sentAt, receivedAt);
      const outcome = this.take(client, tap, at, receivedAt);
      if (typeof outcome === 'string') {
        client.taps.push(undefined);
        ack.rejected.push({ seq: client.taps.length, code: outcome });
        continue;
      }
      const [{ floored } = { floored: 0 }] = outcome;
      if (floored > 0) ack.floored.push({ seq: client.taps.length, amount: floored });
      this.enterAll(clientId, client, tap, outcome, at, receivedAt);
    }
    ack.seq = client.taps.length;
    if (this.facts.length > factsBefore) this.publish(client, this.facts.slice(factsBefore));
    return ack;
  }

  /** The tap's time. A device makes its taps in this order, however long their frames took. */
  private occurredAt(clientId: string, tap: ModelTap, sentAt: number, receivedAt: number): number {
    const byFrame = Math.round(tap.at + receivedAt - sentAt);
    let at = Math.min(Math.max(byFrame, receivedAt - TAP_AGE_MAX_MS), receivedAt);
    const last = this.lastTaps.get(clientId);
    if (last && tap.at >= last.deviceAt && last.at - at <= SILENT_MS) at = Math.min(Math.max(at, last.at), receivedAt);
    this.lastTaps.set(clientId, { deviceAt: tap.at, at });
    return at;
  }

  /** The effects of the tap, or the code with which it is refused. */
  private take(client: ModelClient, tap: ModelTap, at: number, receivedAt: number): Move[] | string {
    const { areaId, to, change, undoes } = tap;
    const ends = [{ area: this.areas.get(areaId), change }];
    if (to !== undefined) ends.push({ area: this.areas.get(to), change: 0 - change });
    for (const { area } of ends) {
      if (!area) return 'unknown_area';
      if (area.isDeleted) return 'area_deleted';
    }
    if (to === areaId) return 'invalid_input';
    if (this.lockedAt !== null && at >= this.lockedAt) return 'counting_locked';
    const undone = undoes === undefined ? null : client.taps[undoes - 1];
    if (undone !== null && (!undone || undone.isUndone || !isTakenBack(undone, tap))) return 'nothing_to_undo';

    const category = undone === null ? this.knownCategory(tap) : undone.category;
    const moves = ends.flatMap(({ area, change: by }) => (area ? [moveOf(area, by, at, category, undone)] : []));
    const floored = moves[0]?.floored ?? 0;
    if (to !== undefined && moves.some((move) => move.floored > 0)) return 'not_enough_people';
    const made: CountedTap = { areaId, to, change, category, floored, at, receivedAt, isUndone: false };
    for (const move of moves) {
      const { area, ins, outs, occupancy } = move;
      area.ins += ins;
      area.outs += outs;
      area.occupancy = occupancy;
      if (undone) {
        area.leftEarly.apply(move.givenBack);
        if (undone.floored > 0) area.leftEarly.nobodyLeft(undone, undone.floored);
      } else if (floored > 0) area.leftEarly.left(made, floored);
      else if (move.change > 0 && at >= area.resetAt) {
        move.givenBack = area.leftEarly.entered(made, at, move.change);
        area.occupancy -= peopleIn(move.givenBack);
      }
      this.shares.push({ ...move, areaId: area.areaId });
      for (const { left, people } of move.givenBack) {
        const { tapAt } = undone ? move : { tapAt: left.at };
        this.shares.push({ ...NOBODY, areaId: area.areaId, category: left.category, floored: 0 - people, tapAt });
      }
    }
    if (undone) {
      undone.isUndone = true;
      client.taps.push(undefined);
    } else {
      client.taps.push(made);
      this.days.add(dayAt(at));
    }
    return moves;
  }

  private knownCategory({ category }: ModelTap): string | null {
    return category !== undefined && this.categories.has(category) ? category : null;
  }

  private enterAll(
    clientId: string,
    client: ModelClient,
    { areaId, to, undoes }: ModelTap,
    moves: readonly Move[],
    at: number,
    receivedAt: number,
  ): void {
    const seq = client.taps.length;
    const enter = (of: Partial<LedgerFact>): void => {
      const id = Math.max((this.facts.at(-1)?.id ?? 0) + 1, receivedAt * IDS_PER_MS);
      const tap = { clientId, firstSeq: seq, lastSeq: seq, undoes: undoes ?? null, receivedAt };
      this.facts.push(ledgerFact({ id, ...tap, ...of }));
    };
    const enterGivenBack = (): void => {
      for (const { area, givenBack } of moves) {
        for (const { people, left } of givenBack) {
          const occurredAt = undoes === undefined ? left.at : at;
          const { areaId: of, occupancy } = area;
          const { category } = left;
          enter({ ...NOBODY, change: 0, areaId: of, floored: 0 - people, occupancy, occurredAt, category });
        }
      }
    };
    // The two rows of a transfer follow each other.
    if (undoes !== undefined) enterGivenBack();
    for (const { area, change, ins, outs, floored, category } of moves) {
      const otherAreaId = to === undefined || area.areaId === areaId ? (to ?? null) : areaId;
      const effect = { change, ins, outs, floored, occupancy: area.occupancy, occurredAt: at, category };
      enter({ areaId: area.areaId, otherAreaId, ...effect });
    }
    if (undoes === undefined) enterGivenBack();
  }

  private publish(client: ModelClient, facts: readonly LedgerFact[]): void {
    client.version = this.version += 1;
    for (const { areaId } of facts) Object.assign(this.areas.get(areaId) ?? {}, { version: this.version });
  }
}

/** Either end of a transfer may be named first. */
const isTakenBack = ({ areaId, to, change }: CountedTap, undo: ModelTap): boolean =>
  undo.areaId === areaId
    ? undo.to === to && undo.change === 0 - change
    : undo.areaId === to && undo.to === areaId && undo.change === change;

const NOBODY = { ins: 0, outs: 0 };
const peopleIn = (back: readonly GivenBack[]): number => back.reduce((sum, { people }) => sum + people, 0);

/** The effect on an area of `by` more people, or of undoing a tap of `-by`: a floored exit gives back what it took. */
function moveOf(area: ModelArea, by: number, at: number, category: string | null, undone: CountedTap | null): Move {
  const totals = undone
    ? { ins: Math.min(by, 0), outs: Math.min(0 - by, 0) }
    : { ins: Math.max(by, 0), outs: Math.max(0 - by, 0) };
  const floored = undone?.floored ?? 0;
  const isLate = (undone ?? { at }).at < area.resetAt;
  const { leftEarly } = area;
  const givenBack = undone && floored > 0 ? leftEarly.ofExit(undone, floored) : undone ? leftEarly.ofEntry(undone) : [];
  const occupancy = isLate ? area.occupancy : area.occupancy + by - floored - peopleIn(givenBack);
  return {
    area,
    change: by,
    ...totals,
    tapAt: (undone ?? { at }).at,
    givenBack,
    category,
    occupancy: Math.max(0, occupancy),
    floored: Math.max(0, 0 - occupancy) - floored,
  };
}
