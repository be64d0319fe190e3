import { SingleFlight } from '../../concurrency/single-flight';
import type { FoundDefinition } from '../../rpc/definition';
import type { RoomCore } from '../core/room-core';

/** Whether D1 has the event; undefined if D1 did not answer. */
export type PullOutcome = 'known' | 'missing' | undefined;

/** Reads the event's definition from D1, once for all callers that ask at the same time. */
export class DefinitionPull {
  private readonly pull = new SingleFlight<PullOutcome>();

  /** @param find reads D1's definition; resolves to undefined if D1 did not answer */
  constructor(
    private readonly core: RoomCore,
    private readonly find: (eventId: string) => Promise<FoundDefinition | undefined>,
  ) {}

  /**
   * Waits for a read that is in progress, which may have seen an older state, and then reads D1 again. All waiting
   * callers share the new read.
   */
  async load(eventId: string): Promise<PullOutcome> {
    await this.pull.ended();
    return await this.pull.run(() => this.once(eventId));
  }

  private async once(eventId: string): Promise<PullOutcome> {
    const found = await this.find(eventId);
    // If D1 has lost the row, nothing is told of it: devices keep counting, and the row may come back.
    if (found === undefined || found === 'missing') return found;
    this.core.signal({ type: 'definition', found });
    return 'known';
  }
}
