import type { Principal } from '../../rpc/identity';
import type { ErrorCode } from '../../shared/errors';
import type { FlooredTap } from '../../shared/protocol/down';
import type { Tap } from '../../shared/protocol/up';

/** What a device sends to be counted, and what it is answered. */

/** The answer to one client for one flush. All taps up to `seq` are durable or refused. */
export interface FlushAnswer {
  seq: number;
  version: number;
  rejected: { seq: number; code: ErrorCode }[];
  floored: FlooredTap[];
}

export type FailureCode = Extract<ErrorCode, 'unavailable' | 'storage_full'>;

/**
 * Takes the answers for the socket or call that sent a batch. Batches with the same reply get one answer in a flush.
 */
export interface Reply {
  ack(answer: FlushAnswer): void;
  refuse(code: ErrorCode): void;
  /** Nothing was counted, and the sender must send the batch again. */
  fail(code: FailureCode): void;
  /** Nothing was counted, because the event was deleted. */
  eventDeleted(): void;
}

/**
 * The taps of one frame or call, checked but not counted yet. `seq` is the number of the first tap; null means the
 * client's next number. Times are epoch ms.
 */
export interface Batch {
  clientId: string;
  principal: Principal;
  seq: number | null;
  sentAt: number;
  receivedAt: number;
  taps: readonly Tap[];
  reply: Reply;
}
