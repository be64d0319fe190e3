import type { FoundDefinition } from '../rpc/contract';

/** What D1 has of the event; undefined when it did not answer. */
export type PullOutcome = 'known' | 'missing' | undefined;

export interface DefinitionPullDeps {
  /** D1's definition; undefined when D1 did not answer. */
  findDefinition(eventId: string): Promise<FoundDefinition | undefined>;
  /** Not called when D1 has lost the row: the devices count on, and the row may come back. */
  take(definition: Exclude<FoundDefinition, 'missing'>): void;
}

/** Reads the event's definition from D1, once for all callers that ask at the same time. */
export class DefinitionPull {
  private pulling: Promise<PullOutcome> | undefined;

  constructor(private readonly deps: DefinitionPullDeps) {}

  /** Reads D1 again, because a read that is already running may have seen an older state. */
  async load(eventId: string): Promise<PullOutcome> {
    await this.pulling?.catch(() => {});
    this.pulling ??= this.once(eventId).finally(() => {
      this.pulling = undefined;
    });
    return await this.pulling;
  }

  private async once(eventId: string): Promise<PullOutcome> {
    const found = await this.deps.findDefinition(eventId);
    if (found === undefined || found === 'missing') return found;
    this.deps.take(found);
    return 'known';
  }
}
