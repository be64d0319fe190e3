import { type Dated, SharedAnswer } from '../../concurrency/shared-answer';
import { AppError } from '../../shared/errors';
import type { ServiceContext } from '../context';
import { lookUp, type LookupToken } from './look-up';

/** How many links an isolate remembers at the same time. */
const LINKS_MAX = 1000;
/** For how long a link's row is used, and how long other calls wait for the first one that asks for it, in ms. */
const ANSWER_CACHE = { keptMs: 1000, waitMs: 4000 };
const RETRY_S = 2;

/**
 * Links of one kind that exist, by the hash of their token. D1 is asked at most once a second for a link, however many
 * people use it, and whoever comes meanwhile waits. So a link that another isolate revoked works up to a second longer.
 */
export class KnownLinks<Row> {
  private readonly links = new Map<string, SharedAnswer<Row | null>>();

  constructor(private readonly kind: LookupToken['kind']) {}

  /** Removes a link that this isolate has just revoked. */
  forget(hash: string): void {
    this.links.delete(hash);
  }

  /** Returns the row of {@link findDated}. */
  async find(...lookup: Parameters<KnownLinks<Row>['findDated']>): Promise<Row | null> {
    return (await this.findDated(...lookup))?.value ?? null;
  }

  /**
   * Returns the link's row, and when D1 was asked for it; null for a link that does not exist.
   * @throws {AppError} `too_many_attempts`: the caller has looked up too many links that do not exist; `unavailable`: D1
   * does not answer
   */
  async findDated(
    { lookupCaller, now }: Pick<ServiceContext, 'lookupCaller' | 'now'>,
    hash: string,
    findRow: () => Promise<Row | null>,
  ): Promise<Dated<Row> | null> {
    const { links, kind } = this;
    if (!links.has(hash)) {
      let foundAt = now();
      const findNow = () => {
        foundAt = now();
        return findRow();
      };
      const value = await lookUp(lookupCaller, { kind, hash }, findNow, () => links.has(hash));
      if (value === null) return null;
      if (value !== undefined) {
        if (links.size >= LINKS_MAX) links.clear();
        links.set(hash, new SharedAnswer<Row | null>(ANSWER_CACHE, { value, foundAt }));
        return { value, foundAt };
      }
    }
    const link = links.get(hash);
    if (link === undefined) return null;
    const found = await link.readDated(now, findRow);
    if (found === undefined) throw new AppError('unavailable', undefined, { retryAfterS: RETRY_S });
    const { value, foundAt } = found;
    if (value !== null) return { value, foundAt };
    links.delete(hash);
    return null;
  }
}
