import { app } from '../../src/app';
import type { Env } from '../../src/env';
import { EventRoom as Room } from '../../src/room/event-room';
import { DayBuilder } from '../../src/shared/report/build-days';

/** The product with rooms whose closing goes on a step at a time, when it is asked to. */

export { AccountHub } from '../../src/hub/account-hub';

export class EventRoom extends Room {
  private running: Promise<void> | undefined;
  private goOn: () => void = () => {};
  private stopped: () => void = () => {};

  /** Nothing goes on by itself. */
  override async alarm(): Promise<void> {}

  /** Does the closing's next step, the first time what comes before; false once it has come to its end. */
  async step(): Promise<boolean> {
    const stopped = new Promise<void>((resolve) => {
      this.stopped = resolve;
    });
    const { closing } = this['parts'];
    if (this.running === undefined) {
      closing['deps'].yieldTurn = () =>
        new Promise((resolve) => {
          this.goOn = resolve;
          this.stopped();
        });
      this.running = this.run();
      this.ctx.waitUntil(this.running);
    } else this.goOn();
    await stopped;
    return this.running !== undefined || closing['work'] !== undefined;
  }

  private async run(): Promise<void> {
    await this['parts'].closing.run();
    this.running = undefined;
    this.stopped();
  }

  /** The days that are stored, made up from all rows at once. */
  async isSame(): Promise<boolean> {
    const { closing, reports } = this['parts'];
    const { history, settle } = closing['deps'];
    const room = settle();
    if (room === undefined) return false;
    const days = reports.list().toReversed();
    const build = {
      standing: { at: 0, areas: [], venue: null },
      days: days.map(({ day, startsAt, endsAt }) => ({ day, startsAt, endsAt })),
      now: room.now,
      after: 0,
      upTo: history.lastId,
      journal: history.steps(history.journalSpan(0)),
    };
    const builder = new DayBuilder(build);
    for (let after: number | null = 0; after !== null;) {
      const page = history.page(after, build.upTo, 5_000);
      builder.add(page);
      after = page.next;
    }
    const made = builder.finish().map((figures) => JSON.stringify(figures));
    const stored = days.map(({ day, revision }) => {
      const figures = reports.figuresOf(day, revision);
      return figures.ok ? figures.value : '';
    });
    return made.length > 0 && JSON.stringify(made) === JSON.stringify(stored);
  }
}

export default {
  async fetch(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (!pathname.startsWith('/closing/')) return await app.fetch(request, env, ctx);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is one of this worker's own
    const room = env.ROOMS.get(env.ROOMS.idFromName(searchParams.get('room') ?? '')) as unknown as EventRoom;
    if (pathname === '/closing/step') return Response.json(await room.step());
    if (pathname === '/closing/same') return Response.json(await room.isSame());
    return Response.json(null);
  },
};
