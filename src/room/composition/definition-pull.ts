import { SingleFlight } from '../../concurrency/single-flight';
import type { FoundDefinition } from '../../rpc/definition';

/** Whether D1 has the event; undefined if D1 did not answer. */
export type PullOutcome = 'known' | 'missing' | undefined;

export interface DefinitionPullDeps {
  /** Reads D1's definition; resolves to undefined if D1 did not answer. */
  findDefinition(eventId: string): Promise<FoundDefinition | undefined>;
  /** Applies the definition. Not called if D1 has lost the row: devices keep counting, and the row may come back. */
  take(definition: Exclude<FoundDefinition, 'missing'>): void;
}

/** Reads the event's definition from D1, once for all callers that ask at the same time. */
export class DefinitionPull {
  private readonly pull = new SingleFlight<PullOutcome>();

  constructor(private readonly deps: DefinitionPullDeps) {}

  /**
   * Waits for a read that is in progress, which may have seen an older state, and then reads D1 again. All waiting
   * callers share the new read.
   */
  async load(eventId: string): Promise<PullOutcome> {
    await this.pull.ended();
    return await this.pull.run(() => this.once(eventId));
  }

  private async once(eventId: string): Promise<PullOutcome> {
    const found = await this.deps.findDefinition(eventId);
    if (found === undefined || found === 'missing') return found;
    this.deps.take(found);
    return 'known';
  }
}
