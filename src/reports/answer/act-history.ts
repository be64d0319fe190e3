import { HOUR_MS } from '../../shared/durations';
import type { JournalFact } from '../facts';
import { isOnMachine } from '../journal-kinds';

/**
 * The journal's entries as a report lists them, in order. What hands did is never left out: entries beyond `most` of one kind,
 * area and person are one entry an hour with their number. So nobody can hide a reset behind a thousand others. Entries that
 * machines made have a limit of their own.
 */
export class ActHistory {
  readonly facts: JournalFact[] = [];
  /** How many further entries machines made. */
  leftOut = 0;
  private machines = 0;
  private readonly counted = new Map<string, JournalFact & { times: number }>();

  constructor(
    private readonly most: number,
    private readonly mostOfMachines: number,
  ) {}

  add(fact: JournalFact): void {
    if (isOnMachine(fact)) this.addOfMachine(fact);
    else if (this.facts.length - this.machines < this.most) this.facts.push(fact);
    else this.countUp(fact);
  }

  private addOfMachine(fact: JournalFact): void {
    if (this.machines >= this.mostOfMachines) {
      this.leftOut += 1;
      return;
    }
    this.machines += 1;
    this.facts.push(fact);
  }

  private countUp(fact: JournalFact): void {
    const { kind, areaId, actor, at } = fact;
    const about = JSON.stringify([kind, areaId, actor, Math.floor(at / HOUR_MS)]);
    const known = this.counted.get(about);
    if (known === undefined) {
      const first = { ...fact, times: 1 };
      this.counted.set(about, first);
      this.facts.push(first);
    } else {
      known.times += 1;
      known.after = fact.after;
    }
  }
}
