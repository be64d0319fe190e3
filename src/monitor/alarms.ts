import * as z from 'zod/mini';
import { ALARMS, type AlarmName } from './conditions';
import { BEGINS_AFTER_MINUTES, OVER_AFTER_MINUTES } from './thresholds';

const AlarmSchema = z.object({
  name: z.enum(ALARMS),
  /** When the condition was first found, epoch ms. */
  since: z.number(),
  /** How many minutes in a row the condition was found, or not found. */
  minutes: z.int(),
  isHolding: z.boolean(),
  hasBegun: z.boolean(),
  /** Whether the operator was told that the alarm has begun. */
  isTold: z.boolean(),
  /** What was last found. */
  facts: z.array(z.string()),
});
export type Alarm = z.infer<typeof AlarmSchema>;

/** Something to tell the operator. */
export interface AlarmChange {
  alarm: Alarm;
  state: 'began' | 'over';
}

/**
 * The alarms: conditions that hold or held a moment ago. A condition that holds for long enough begins an alarm, which
 * is over when the condition has not held for long enough. Told alarms are not told again.
 */
export class Alarms {
  constructor(private readonly kv: SyncKvStorage) {}

  get all(): Alarm[] {
    // After a rollback there can be alarms that this release does not know. They must not stop the others.
    return z.parse(z.array(z.unknown()), this.kv.get('alarms') ?? []).flatMap((stored) => {
      const alarm = z.safeParse(AlarmSchema, stored);
      return alarm.success ? [alarm.data] : [];
    });
  }

  private store(alarms: readonly Alarm[]): void {
    // A minute in which nothing is wrong writes no row.
    if (alarms.length > 0) this.kv.put('alarms', alarms);
    else this.kv.delete('alarms');
  }

  /** Takes the conditions that hold in this minute, and returns what the operator must be told. */
  update(holding: ReadonlyMap<AlarmName, string[]>, now: number): AlarmChange[] {
    const before = this.all;
    const alarms = ALARMS.flatMap((name) => {
      const next = nextOf(
        before.find((alarm) => alarm.name === name),
        { name, facts: holding.get(name), now },
      );
      return next === null ? [] : [next];
    });
    if (before.length > 0 || alarms.length > 0) this.store(alarms);
    return alarms.flatMap((alarm): AlarmChange[] => {
      if (isOver(alarm)) return [{ alarm, state: 'over' }];
      return alarm.hasBegun && !alarm.isTold ? [{ alarm, state: 'began' }] : [];
    });
  }

  /** Called when the operator has been told. */
  told({ alarm: { name }, state }: AlarmChange): void {
    const others = this.all.filter((alarm) => alarm.name !== name);
    const own = this.all.filter((alarm) => alarm.name === name);
    this.store(state === 'over' ? others : [...others, ...own.map((alarm) => ({ ...alarm, isTold: true }))]);
  }
}

const isOver = ({ hasBegun, isHolding, minutes }: Alarm): boolean =>
  hasBegun && !isHolding && minutes >= OVER_AFTER_MINUTES;

/** Returns the alarm one minute later; null if there is nothing to remember. */
function nextOf(
  before: Alarm | undefined,
  { name, facts, now }: { name: AlarmName; facts: string[] | undefined; now: number },
): Alarm | null {
  if (facts !== undefined) {
    // An alarm that was over, of which the operator could not be told yet, goes on.
    const minutes = before?.isHolding ? before.minutes + 1 : 1;
    const { since = now, isTold = false, hasBegun = false } = before ?? {};
    return {
      name,
      since,
      minutes,
      isHolding: true,
      hasBegun: hasBegun || minutes >= BEGINS_AFTER_MINUTES,
      isTold,
      facts,
    };
  }
  if (before === undefined || !before.hasBegun) return null;
  const next = { ...before, isHolding: false, minutes: before.isHolding ? 1 : before.minutes + 1 };
  // The operator never heard of it, so there is nothing to take back.
  return isOver(next) && !next.isTold ? null : next;
}
