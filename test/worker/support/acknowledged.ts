import type { PollAnswer } from '../../../src/shared/protocol/down';
import type { LedgerFact } from '../../../src/shared/report/facts';
import { IDS_PER_MS } from '../../../src/shared/limits';
import { ledgerFact } from '../../support/ledger-fact';

interface SentTap {
  areaId: string;
  to?: string | undefined;
  change: number;
  /** Epoch ms. */
  at: number;
  undoes?: number | undefined;
}

/** The taps that a room acknowledged, taken from its answers and not from its storage. */
export class Acknowledged {
  readonly taps: LedgerFact[] = [];

  /** Enters a tap that was sent alone as `seq`, and the room's answer. */
  add(clientId: string, seq: number, tap: SentTap, { ack }: PollAnswer, receivedAt = Date.now()): void {
    if (ack.seq !== seq) throw new Error(`Tap ${seq} was not acknowledged`);
    if (ack.rejected?.some((rejected) => rejected.seq === seq)) return;
    const floored = ack.floored?.find((one) => one.seq === seq)?.amount ?? 0;
    this.enter(clientId, seq, tap, receivedAt, floored);
    if (tap.to === undefined) return;
    const other = { ...tap, areaId: tap.to, to: tap.areaId, change: 0 - tap.change };
    this.enter(clientId, seq, other, receivedAt, 0);
  }

  private enter(
    clientId: string,
    seq: number,
    { areaId, to, change, at, undoes }: SentTap,
    receivedAt: number,
    floored: number,
  ): void {
    const undone = this.taps.find(
      (row) => row.clientId === clientId && row.firstSeq === undoes && row.areaId === areaId,
    );
    this.taps.push(
      ledgerFact({
        id: Math.max((this.taps.at(-1)?.id ?? 0) + 1, receivedAt * IDS_PER_MS),
        clientId,
        areaId,
        otherAreaId: to ?? null,
        firstSeq: seq,
        lastSeq: seq,
        change,
        ins: undone === undefined ? Math.max(change, 0) : Math.min(change, 0),
        outs: undone === undefined ? Math.max(0 - change, 0) : Math.min(0 - change, 0),
        // The undo of a floored out takes back only what the out took.
        floored: floored > 0 || undone === undefined ? floored : 0 - undone.floored,
        undoes: undoes ?? null,
        occurredAt: at,
        receivedAt,
      }),
    );
  }
}
