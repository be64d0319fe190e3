import { LruMap } from '../../concurrency/lru-map';
import { SharedAnswer } from '../../concurrency/shared-answer';
import { orUnavailable, unavailable } from '../call-room';
import type { ServiceContext } from '../context';
import { lookUp, type LookupToken } from './look-up';

/**
 * For how long an isolate takes D1's word that something is in force (docs/product.md, K6): at most a second. One call
 * asks again a little earlier, so that the others need not wait for it unless D1 is slow, and then so long. In ms.
 */
const IN_FORCE = { keptMs: 800, oldMs: 1000, waitMs: 4000 };
/** How many of a kind an isolate remembers at least. */
const REMEMBERED = 1000;

/**
 * What is in force of one kind: links and keys by the hash of their token. D1 is asked about once a second for each,
 * however many people or machines use it. So what another isolate ended works up to a second longer.
 */
export class InForce<Row> {
  private readonly known = new LruMap<string, SharedAnswer<Row | null>>(REMEMBERED);

  /** @param kind of the tokens; null for what has no secret, so that there is nothing to guess */
  constructor(private readonly kind: LookupToken['kind'] | null) {}

  /** Removes what this isolate has just ended or changed. */
  forget(hash: string): void {
    this.known.delete(hash);
  }

  /**
   * Returns what `readRow` finds in D1; null if that is nothing.
   * @throws {AppError} `too_many_attempts`: the caller has looked up too much that does not exist; `unavailable`: D1 does
   * not answer
   */
  async find(ctx: ServiceContext, hash: string, readRow: () => Promise<Row | undefined>): Promise<Row | null> {
    const { kind, known } = this;
    let foundAt = 0;
    const ask = async () => {
      foundAt = ctx.now();
      return (await orUnavailable(ctx, 'in force', {}, readRow)) ?? null;
    };
    if (kind !== null && known.get(hash) === undefined) {
      const value = await lookUp(ctx.lookupCaller, { kind, hash }, ask, () => known.get(hash) !== undefined);
      if (value) known.set(hash, new SharedAnswer(IN_FORCE, { value, foundAt }));
      if (value !== undefined) return value;
    }
    const shared = known.get(hash) ?? new SharedAnswer<Row | null>(IN_FORCE);
    known.set(hash, shared);
    const found = await shared.read(ctx.now, ask);
    if (found === undefined) throw unavailable();
    if (found === null) known.delete(hash);
    return found;
  }
}
