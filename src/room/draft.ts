import type { ErrorCode } from '../shared/errors';
import type { Tap } from '../shared/protocol/up';
import type { Principal } from '../lib/contract';
import { occurredAt, tapEffect, withEffect } from './counting';
import { undoReach } from './limits';
import { Runs } from './runs';
import { undoable } from './undo';
import type { AreaState, ClientState, LedgerRow, RoomState } from './state';

/** What a draft reads from storage. */
export interface DraftSource {
  state(): RoomState;
  client(clientId: string): ClientState | undefined;
  /** The client's ledger rows received since `since`. */
  ledgerOf(clientId: string, since: number): LedgerRow[];
}

type TapOutcome = { ok: true; floored: number } | { ok: false; code: ErrorCode };

/** The working copy of one flush: nothing of it is seen before it is committed. */
export class Draft {
  readonly areas = new Map<string, AreaState>();
  readonly clients = new Map<string, ClientState>();
  private readonly runs = new Runs();
  readonly version: number;
  private readonly histories = new Map<string, { since: number; rows: LedgerRow[] }>();

  constructor(
    private readonly source: DraftSource,
    readonly now: number,
  ) {
    this.version = source.state().version + 1;
  }

  get rows(): readonly LedgerRow[] {
    return this.runs.rows;
  }

  get isEmpty(): boolean {
    return this.clients.size === 0;
  }

  client(clientId: string, principal: Principal): ClientState {
    const known = this.clients.get(clientId) ?? this.source.client(clientId);
    return known ?? { clientId, principal, lastSeq: 0, version: 0 };
  }

  /** Counts the client's next tap, or rejects it: either way its seq is used up. */
  take(client: ClientState, tap: Tap, sentAt: number, receivedAt: number): TapOutcome {
    const seq = client.lastSeq + 1;
    const outcome = this.count(client.clientId, seq, tap, occurredAt(tap.at, sentAt, receivedAt), receivedAt);
    const version = outcome.ok ? this.version : client.version;
    this.clients.set(client.clientId, { ...client, lastSeq: seq, version });
    return outcome;
  }

  private count(clientId: string, seq: number, tap: Tap, occurred: number, receivedAt: number): TapOutcome {
    const { account, areas } = this.source.state();
    const area = this.areas.get(tap.areaId) ?? areas.get(tap.areaId);
    if (area === undefined) return { ok: false, code: 'unknown_area' };
    if (area.deletedAt !== null) return { ok: false, code: 'area_deleted' };
    if (account.lockedAt !== null && occurred >= account.lockedAt) return { ok: false, code: 'counting_locked' };

    let undone: LedgerRow | undefined;
    if (tap.undoes !== undefined) {
      undone = undoable(this.ledgerOf(clientId, undoReach(occurred, this.now)), tap.areaId, tap.undoes, tap.change);
      if (undone === undefined) return { ok: false, code: 'nothing_to_undo' };
    }
    const effect = tapEffect(area, tap.change, { occurredAt: occurred, undone });
    this.areas.set(area.areaId, withEffect(area, effect, this.now, this.version));

    this.runs.add({
      clientId,
      areaId: area.areaId,
      firstSeq: seq,
      lastSeq: seq,
      change: tap.change,
      undoes: tap.undoes ?? null,
      occurredAt: occurred,
      receivedAt,
      ...effect,
    });
    return { ok: true, floored: effect.floored };
  }

  private ledgerOf(clientId: string, since: number): LedgerRow[] {
    let history = this.histories.get(clientId);
    if (history === undefined || since < history.since) {
      history = { since, rows: this.source.ledgerOf(clientId, since) };
      this.histories.set(clientId, history);
    }
    return [...history.rows, ...this.rows.filter((row) => row.clientId === clientId)];
  }
}
