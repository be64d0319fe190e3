import type { ClientFact } from './facts';
import type { DayFigures } from './figures';
import { LedgerColumns } from './ledger-columns';
import type { Build, LedgerPage } from './plan';
import { readStep } from './steps';
import { Sweep } from './sweep';
import { TimelineMaker } from './timeline';

/** Makes up days from a room's ledger, a page at a time, and its journal. */
export class DayBuilder {
  private readonly rows = new LedgerColumns();
  private readonly clients = new Map<string, ClientFact>();

  constructor(private readonly build: Build) {}

  /** Pages come in order of id. */
  add({ rows, clients }: Pick<LedgerPage, 'rows' | 'clients'>): void {
    for (const row of rows) this.rows.add(row);
    for (const client of clients) this.clients.set(client.clientId, client);
  }

  /**
   * The figures of the build's days, but for those that begin after its `now`. Throws on a journal entry that no room
   * wrote.
   */
  finish(): DayFigures[] {
    return [...this.days()];
  }

  /** As {@link finish}, in order, each made up when it is asked for; what all of them need is made ready before. */
  days(): Generator<DayFigures, undefined> {
    const { standing, now, journal } = this.build;
    const steps = journal
      .filter(({ at }) => at >= standing.at && at <= now)
      .flatMap((fact) => readStep(fact) ?? [])
      // A clock that was set back wrote later entries of earlier times.
      .toSorted((a, b) => a.at - b.at);
    const timeline = new TimelineMaker(this.build, this.rows, steps).make();
    return new Sweep(this.build, this.rows, this.clients, timeline).days();
  }
}

export async function buildDays(build: Build, pages: AsyncIterable<LedgerPage>): Promise<DayFigures[]> {
  const builder = new DayBuilder(build);
  for await (const page of pages) builder.add(page);
  return builder.finish();
}
