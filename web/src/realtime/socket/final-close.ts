import { CLOSE } from '../../../../src/shared/protocol/version';
import type { Failure } from '../effects';
import type { EndReason } from '../view/snapshot';

/** An end after which nothing can be counted: the session or the event has ended. */
export type FinalEnd = Extract<Failure, 'unauthenticated' | 'gone'>;

export const isFinalEnd = (end: Failure | EndReason): end is FinalEnd => end === 'unauthenticated' || end === 'gone';

/** Whether a failed call may succeed the next time. */
export const isTemporary = (failure: Failure): failure is 'later' | 'unanswered' =>
  failure === 'later' || failure === 'unanswered';

/** Returns the meaning of a room's final close code (docs/product.md, R4). */
export function endOf(code: number): FinalEnd | EndReason {
  if (code === CLOSE.sessionEnded) return 'unauthenticated';
  if (code === CLOSE.eventDeleted) return 'gone';
  if (code === CLOSE.reloadNeeded) return 'reload_needed';
  return code === CLOSE.replaced ? 'replaced' : 'refused';
}
