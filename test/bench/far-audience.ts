import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import process from 'node:process';
import * as z from 'zod/mini';
import type { Seat } from './audience';

const NewsSchema = z.object({ size: z.int(), frames: z.int(), losses: z.int(), shown: z.int() });
export type AudienceNews = z.infer<typeof NewsSchema>;

/** The viewers of one event, in a process of their own (audience-process.ts). */
export class FarAudience {
  private readonly child: ChildProcess = spawn(
    process.execPath,
    ['test/support/run.mjs', 'test/bench/audience-process.ts'],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  );

  constructor(private readonly eventId: string) {
    // People's phones do not take the server's cores either.
    if (this.child.pid !== undefined) setPriority(this.child.pid, constants.priority.PRIORITY_LOW);
  }

  /** Brings these viewers, and returns what the audience is like then. */
  async arrive(seats: readonly Seat[]): Promise<AudienceNews> {
    return await this.ask({ seats, people: 0, relay: 1 });
  }

  /** `shown` is how many viewers of the relay have been told at least this number of people. */
  async look(people = 0, relay = 1): Promise<AudienceNews> {
    return await this.ask({ people, relay });
  }

  close(): void {
    this.child.disconnect();
  }

  private async ask(command: { seats?: readonly Seat[]; people: number; relay: number }): Promise<AudienceNews> {
    const answered = once(this.child, 'message');
    this.child.send({ eventId: this.eventId, ...command });
    const [news]: unknown[] = await answered;
    return z.parse(NewsSchema, news);
  }
}
