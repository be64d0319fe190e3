import type { Ack } from '../../../src/shared/protocol/down';

/** As far as exactly-once goes: what the room has of each client, and every tap that it has counted. */
export class TapLedger {
  /** What was counted: the tap's own mark, in the order of counting. */
  readonly counted: number[] = [];
  #lastSeqs = new Map<string, number>();

  lastSeqOf(clientId: string): number {
    return this.#lastSeqs.get(clientId) ?? 0;
  }

  /** Known taps are acknowledged again, the next ones are counted, and a gap ends the batch (docs/product.md, C3). */
  take(clientId: string, seq: number, marks: readonly number[]): Ack {
    let lastSeq = this.lastSeqOf(clientId);
    for (const [place, mark] of marks.entries()) {
      if (seq + place !== lastSeq + 1) continue;
      lastSeq += 1;
      this.counted.push(mark);
    }
    this.#lastSeqs.set(clientId, lastSeq);
    return { type: 'ack', seq: lastSeq, version: this.counted.length };
  }

  /** Another history begins: what was counted stays counted, who sent it is forgotten. */
  forgetClients(): void {
    this.#lastSeqs = new Map();
  }
}
