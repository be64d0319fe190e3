import * as z from 'zod/mini';
import type { Readiness } from '../shared/schemas/system';
import type { RoomRef } from './identity';

/**
 * How a room or the mail provider failed. `unreachable`: it did not answer. `full`: a room has no space to write.
 * `refused`: the mail provider answered, but did not accept the mail.
 */
export const FAILURES = ['unreachable', 'full', 'refused'] as const;
export type Failure = (typeof FAILURES)[number];

/** What the monitor knows to be failing: how many rooms, and how the last mail failed (null if it was accepted). */
export interface KnownFailures {
  rooms: number;
  mail: Failure | null;
  /** When the crons last made it check everything, epoch ms; before the first time, when it was first called. */
  checkedAt: number;
}

/** Calls that one isolate answered in a minute since the epoch, and how many of them with a 5xx. */
export const AnswerCountSchema = z.object({ minute: z.int(), answers: z.int(), errors: z.int() });
export type AnswerCount = z.infer<typeof AnswerCountSchema>;

/** A minute in which a room was slow (src/room/live/metrics.ts). */
export const SlowMinuteSchema = z.object({
  eventId: z.string(),
  waitMsMax: z.number(),
  syncMs: z.nullable(z.number()),
});
export type SlowMinute = z.infer<typeof SlowMinuteSchema>;

/** The calls of the installation's monitor. All notes are best effort: nothing waits for them or depends on them. */
export interface MonitorApi {
  /** Notes that a call to the room failed. The monitor knows the room as failing until the room answers it. */
  noteRoom(room: RoomRef, failure: Failure): Promise<void>;
  /** Notes how a mail failed; null means that the provider accepted one. */
  noteMail(failure: Failure | null): Promise<void>;
  noteAnswers(counts: readonly AnswerCount[]): Promise<void>;
  noteSlowRoom(minute: SlowMinute): Promise<void>;
  /** Notes taps that nobody pays for, which rooms tell in thousands (docs/product.md, B10). */
  noteFreeTaps(taps: number): Promise<void>;
  /** Whether such taps have used up the day's budget, so that nobody may sign up without an invitation. */
  isSignUpPaused(): Promise<boolean>;
  /** Returns what is known to be failing, after asking failing rooms again whose last failure is a minute old. */
  readFailures(): Promise<KnownFailures>;
  /**
   * Called once a minute: decides which alarms begin and end, tells the operator, and sends the heartbeat if nothing is
   * wrong.
   */
  check(readiness: Readiness): Promise<void>;
}
