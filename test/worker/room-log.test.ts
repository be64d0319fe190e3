import { runInDurableObject } from 'cloudflare:test';
import * as fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { DAY_MS } from '../../src/shared/limits';
import { firstState, followed } from '../../src/room/definition';
import { Draft } from '../../src/room/draft';
import { TapClock } from '../../src/room/tap-clock';
import { HistoryRows } from '../../src/room/history-rows';
import { Ledger } from '../../src/room/ledger';
import { LOG_SLOTS } from '../../src/room/limits';
import type { RoomSql } from '../../src/room/ports';
import type { ClientState, RoomState } from '../../src/room/state';
import type { LedgerPage } from '../../src/shared/report/plan';
import { storedAndRebuilt } from './support/rebuild';
import { ADMIN, batch, clientIdOf, counts, definition, joinRoom, knownRoom, roomStub } from './support/room';

afterEach(() => {
  vi.restoreAllMocks();
});

const NOW = 1_800_000_000_000;

/** A room without its host: what it counts goes to storage as the room sends it there, and it may be opened anew. */
class Bookkeeper {
  ledger: Ledger;
  state: RoomState;
  readonly clients = new Map<string, ClientState>();
  now = NOW;

  constructor(private readonly sql: RoomSql) {
    this.ledger = new Ledger(sql);
    this.state = followed(firstState(definition(), 'epoch'), definition(), ADMIN, NOW, { epoch: 'new' }).state;
    this.ledger.commitChange(undefined, this.state, [], NOW);
  }

  tap(client: number, areaId: string, change: number, to?: string): void {
    this.now += 7_000;
    const draft = new Draft(
      {
        state: () => this.state,
        client: (clientId) => this.clients.get(clientId),
        ledgerOf: (clientId, since, seq) => this.ledger.ledgerOf(clientId, since, seq),
        dayOf: (at) => new Date(at).toISOString().slice(0, 10),
        billableFrom: () => NOW + DAY_MS,
      },
      this.now,
      new TapClock(),
    );
    draft.take(draft.client(clientIdOf(client), ADMIN), { areaId, change, to, at: this.now }, this.now, this.now);
    this.ledger.commit(draft);
    this.state = {
      ...this.state,
      version: draft.version,
      areas: new Map([...this.state.areas, ...draft.areas]),
      days: new Map([...this.state.days, ...draft.days]),
    };
    for (const [clientId, after] of draft.clients) this.clients.set(clientId, after);
  }

  /** A change that is no tap. */
  rename(name: string): void {
    const main = this.state.areas.get('main');
    if (main === undefined) throw new Error('No main area');
    const after = { ...this.state, areas: new Map(this.state.areas).set('main', { ...main, areaName: name }) };
    this.ledger.commitChange(this.state, after, [{ actor: ADMIN, kind: 'area_renamed', areaId: 'main' }], this.now);
    this.state = after;
  }

  /** The ledger as reports read it, page by page. */
  read(): unknown[] {
    const history = new HistoryRows(this.sql, this.ledger);
    const upTo = history.lastId;
    const pages: unknown[] = [];
    for (let after: number | null = 0; after !== null;) {
      const page: LedgerPage = history.page(after, upTo, 50);
      pages.push(...page.rows, ...page.clients);
      after = page.next;
    }
    return pages;
  }

  reopen(): void {
    this.ledger = new Ledger(this.sql);
  }
}

const inStorage = <T>(work: (sql: RoomSql) => T): Promise<T> =>
  runInDurableObject(roomStub(), (_room, { storage }) =>
    work({
      exec: (query, ...bindings) => storage.sql.exec(query, ...bindings).toArray(),
      transaction: (inner) => storage.transactionSync(inner),
    }),
  );

const wipe = (sql: RoomSql) => {
  for (const table of ['meta', 'areas', 'clients', 'ledger', 'journal', 'log', 'days'])
    sql.exec(`DELETE FROM ${table}`);
};

const ROWS_OF_AREA = 'SELECT ins - outs + floored + adjusted AS move, occupancy FROM ledger';

const StepArb = fc.oneof(
  {
    weight: 60,
    arbitrary: fc.record({
      do: fc.constant('tap' as const),
      client: fc.nat(2),
      areaId: fc.constantFrom('main', 'bar'),
      change: fc.constantFrom(1, 1, 1, -1, 3),
      isTransfer: fc.constantFrom(false, false, true),
      // So that some runs fill the log, more than once.
      times: fc.constantFrom(1, 2, 40, LOG_SLOTS - 1, LOG_SLOTS),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('rename' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('reopen' as const) }) },
);

test('whatever is in the log and what in the tables, a room opened anew knows all of it', async () => {
  await inStorage((sql) => {
    fc.assert(
      fc.property(fc.array(StepArb, { minLength: 1, maxLength: 12 }), (steps) => {
        wipe(sql);
        const books = new Bookkeeper(sql);
        for (const step of steps) {
          if (step.do === 'rename') books.rename(`Stage ${books.now}`);
          else if (step.do === 'reopen') books.reopen();
          else {
            const to = step.areaId === 'main' ? 'bar' : 'main';
            // A transfer that is refused would leave a gap between rows.
            for (const areaId of step.isTransfer ? [step.areaId, to] : []) books.tap(step.client, areaId, 1000);
            for (let n = 0; n < step.times; n++)
              books.tap(step.client, step.areaId, step.change, step.isTransfer ? to : undefined);
          }
        }
        books.reopen();
        expect(books.ledger.load()?.areas).toEqual(books.state.areas);
        expect(books.ledger.load()?.days).toEqual(books.state.days);
        expect(books.ledger.load()?.version).toBe(Math.max(...[...books.state.areas.values()].map((a) => a.version)));
        for (const [clientId, client] of books.clients) {
          expect(books.ledger.loadClient(clientId)).toEqual(client);
          const all = books.ledger.ledgerOf(clientId, 0, 1).toSorted((a, b) => a.firstSeq - b.firstSeq);
          const ends = all.filter(({ otherAreaId }) => otherAreaId !== null);
          for (const { firstSeq, areaId, otherAreaId, change } of ends) {
            const other = ends.filter((row) => row.firstSeq === firstSeq && row.areaId === otherAreaId);
            expect(other).toMatchObject([{ otherAreaId: areaId, change: 0 - change, lastSeq: firstSeq }]);
          }
          // Every seq stands in one row, or in the two of a transfer.
          const rows = all.filter((row, i) => row.firstSeq !== all[i - 1]?.firstSeq);
          expect(rows.map(({ firstSeq }) => firstSeq)).toEqual([1, ...rows.slice(0, -1).map((row) => row.lastSeq + 1)]);
          expect(rows.at(-1)?.lastSeq).toBe(client.lastSeq);
        }
        const read = books.read();
        // Makes the tables follow.
        books.rename('Main Stage');
        expect(books.read()).toEqual(read);
        for (const { areaId, occupancy } of books.state.areas.values()) {
          const rows = sql.exec(`${ROWS_OF_AREA} WHERE area_id = ? ORDER BY id`, areaId);
          const told = z.parse(z.array(z.object({ move: z.int(), occupancy: z.int() })), rows);
          let running = 0;
          // Each row goes on where the one before ended, so that no peak is lost between them.
          for (const row of told) expect(row.occupancy).toBe((running += row.move));
          expect(running).toBe(occupancy);
        }
      }),
      { numRuns: 25 },
    );
  });
});

test('a flush is one row, and a full log becomes few', async () => {
  const written = await inStorage((sql) => {
    wipe(sql);
    const books = new Bookkeeper(sql);
    const countOf = (table: string) => Object.values(sql.exec(`SELECT count(*) AS n FROM ${table}`)[0] ?? {})[0];
    for (let n = 0; n < LOG_SLOTS; n++) books.tap(n % 2, n % 2 === 0 ? 'main' : 'bar', 1);
    const full = { ledger: countOf('ledger'), clients: countOf('clients'), log: countOf('log') };
    books.tap(0, 'main', 1);
    return { full, folded: { ledger: countOf('ledger'), clients: countOf('clients'), log: countOf('log') } };
  });
  expect(written.full).toEqual({ ledger: 0, clients: 0, log: LOG_SLOTS });
  expect(written.folded).toMatchObject({ clients: 2, log: LOG_SLOTS });
  // A run ends with its minute: 256 taps 7 s apart touch 30 minutes.
  expect(written.folded.ledger).toBe(2 * 30);
});

test('a log that cannot be taken over loses nothing: what came before stays, what came then is sent again', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
  await knownRoom();
  const { device } = await joinRoom(clientIdOf(1));
  for (let seq = 1; seq <= LOG_SLOTS; seq++) {
    device.send(batch(seq, [1]));
    await device.until(() => device.all('ack').find((ack) => ack.seq === seq), `ack ${seq}`);
  }
  await runInDurableObject(roomStub(), (_room, { storage }) => {
    storage.sql.exec("CREATE TRIGGER full BEFORE INSERT ON ledger BEGIN SELECT RAISE(ABORT, 'disk full'); END");
  });
  device.send(batch(LOG_SLOTS + 1, [1]));
  expect(await device.closedWith()).toBe(1011);
  expect(errors).toHaveBeenCalledWith(expect.stringContaining('disk full'));
  expect(await counts()).toMatchObject({ main: [LOG_SLOTS, LOG_SLOTS, 0] });
  await runInDurableObject(roomStub(), (_room, { storage }) => {
    storage.sql.exec('DROP TRIGGER full');
  });
  const { device: back, sync } = await joinRoom(clientIdOf(1));
  expect(sync.lastSeq).toBe(LOG_SLOTS);
  back.send(batch(LOG_SLOTS + 1, [1, 1]));
  expect(await back.next('ack')).toMatchObject({ seq: LOG_SLOTS + 2 });
  expect(await counts()).toMatchObject({ main: [LOG_SLOTS + 2, LOG_SLOTS + 2, 0] });
  const { stored, rebuilt } = await storedAndRebuilt();
  expect(rebuilt).toEqual(stored);
  expect(stored.main).toMatchObject({ occupancy: LOG_SLOTS + 2 });
});
