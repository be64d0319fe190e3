import * as z from 'zod/mini';
import type { ItemAnswer, SourceCall } from '../../rpc/source-batch';
import { CodeSchema } from '../../shared/machines/trouble';
import { readItemTime } from './item-time';

/** That all items of a source's calls are refused. Times are epoch ms. */
export const RefusalSchema = z.object({
  /** When the first of these calls came. */
  since: z.int(),
  /** Why the newest item was refused: a code of the errors. */
  code: CodeSchema,
  /** How far the source's clock is behind by that item, in ms, if it was refused for its time. */
  clockOffsetMs: z.optional(z.int()),
});
export type Refusal = z.infer<typeof RefusalSchema>;

const ABOUT_CLOCK: ReadonlySet<string> = new Set(['time_in_future', 'time_too_old']);

/**
 * Returns what is known after a call: undefined as soon as one of its items was not refused.
 * @param before what was known
 * @param timeZone the IANA zone of times without an offset
 * @param now epoch ms
 */
export function refusalAfter(
  before: Refusal | undefined,
  call: SourceCall,
  answers: readonly ItemAnswer[],
  timeZone: string,
  now: number,
): Refusal | undefined {
  const newest = answers.at(-1);
  if (newest?.code === undefined || answers.some(({ status }) => status !== 'refused')) return undefined;
  const { code } = newest;
  const item = 'items' in call ? call.items.at(-1) : undefined;
  const at = item !== undefined && 'at' in item ? item.at : undefined;
  const time = at === undefined || !ABOUT_CLOCK.has(code) ? null : readItemTime(at, timeZone, now);
  return { since: before?.since ?? now, code, ...(typeof time === 'number' && { clockOffsetMs: now - time }) };
}

/** Whether the room must store it: the machine counts again, or not any more, or for another reason. */
export const isRefusalNew = (before: Refusal | undefined, after: Refusal | undefined): boolean =>
  before?.since !== after?.since || before?.code !== after?.code;
