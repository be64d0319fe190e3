import type { PollAnswer } from '../../shared/protocol/down';
import type { PollFrom } from '../../rpc/reader';
import type { Syncs } from './syncs';
import type { RoomCore } from '../core/room-core';
import type { Tap, UpFrame } from '../../shared/protocol/up';
import type { Principal } from '../../rpc/identity';
import type { Result } from '../../rpc/result';
import { ackFrame, type Connection } from './connection';
import type { Connections } from './connections';
import { WATCHING_RETRY_MS } from './limits';
import { CLOSE } from '../../shared/protocol/version';
import type { Batch, Reply } from '../state/batch';

type TapFrame = UpFrame & { type: 'update_occupancy' };

export interface TapEntryDeps {
  connections: Connections;
  syncs: Pick<Syncs, 'frame'>;
  pipeline: { submit(batch: Batch): void };
}

/** Receives taps from sockets and polling calls, and submits them within the allowance of their session. */
export class TapEntry {
  constructor(
    private readonly core: RoomCore,
    private readonly deps: TapEntryDeps,
  ) {}

  /**
   * Receives one frame of a device that has joined. Taps of somebody who may only watch are neither counted nor refused:
   * they stay on the device, because that person may count again.
   */
  fromSocket(connection: Connection, frame: TapFrame, clientId: string, reply: Reply): void {
    const { sessionId, principal } = connection;
    const receivedAt = this.core.now();
    const batch =
      'taps' in frame
        ? { seq: frame.seq, sentAt: frame.sentAt, taps: frame.taps }
        : { seq: null, sentAt: receivedAt, taps: [{ areaId: frame.areaId, change: frame.change, at: receivedAt }] };
    const { taps, seq } = batch;
    if (!connection.mayCount) {
      return seq === null ? connection.refuse('forbidden', CLOSE.notAllowed) : connection.delay(seq, WATCHING_RETRY_MS);
    }
    const { allowances } = this.deps.connections;
    const mustRead = this.mustRead(clientId, taps);
    const waitMs = allowances.batch(sessionId, { taps, isNewClient: false, mustRead }, receivedAt);
    if (waitMs > 0) return connection.delay(seq, waitMs);
    this.deps.pipeline.submit({ clientId, principal, receivedAt, reply, ...batch });
  }

  /**
   * Whether the client is new to the room. A client whose row cannot be read is not treated as new: the commit fails
   * for the same reason and reports it.
   */
  private isNew(clientId: string): boolean {
    try {
      return this.core.client(clientId) === undefined;
    } catch {
      return false;
    }
  }

  private mustRead(clientId: string, taps: readonly Tap[]): boolean {
    return taps.some(({ undoes }) => undoes !== undefined && !this.core.store.isRecent(clientId, undoes));
  }

  /** Receives the taps of a polling call; resolves once they are durable or refused. */
  async fromCall(principal: Principal, poll: PollFrom, sessionId: string): Promise<Result<PollAnswer>> {
    const { deps } = this;
    const { clientId, seq, sentAt, taps, device } = poll;
    const receivedAt = this.core.now();
    const { allowances } = deps.connections;
    const waitMs =
      allowances.frame(sessionId, receivedAt) ||
      allowances.batch(
        sessionId,
        { taps, isNewClient: this.isNew(clientId), mustRead: this.mustRead(clientId, taps) },
        receivedAt,
      );
    if (waitMs > 0) return { ok: false, code: 'too_fast', retryAfterMs: waitMs };
    return await new Promise((resolve) => {
      deps.pipeline.submit({
        clientId,
        principal,
        seq,
        sentAt,
        receivedAt,
        taps,
        reply: {
          // The sync is read after the acks, so that it includes the alerts that these taps raise.
          ack: (answer) =>
            queueMicrotask(() =>
              resolve({
                ok: true,
                value: { ack: ackFrame(answer), sync: deps.syncs.frame(clientId, principal, device) },
              }),
            ),
          refuse: (code) => resolve({ ok: false, code }),
          fail: (code) => resolve({ ok: false, code }),
          eventDeleted: () => resolve({ ok: false, code: 'not_found' }),
        },
      });
      this.core.flush();
    });
  }
}
