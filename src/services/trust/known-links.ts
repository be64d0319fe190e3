import { SharedAnswer } from '../../concurrency/shared-answer';
import type { ServiceContext } from '../context';
import { lookUp, type LookupToken } from './look-up';

/** How many links an isolate remembers at the same time. */
const LINKS_MAX = 1000;
/** For how long a link's row is used, and how long other calls wait for the first one that asks for it, in ms. */
const PATIENCE = { keptMs: 1000, waitMs: 4000 };

/**
 * Links of one kind that exist, by the hash of their token. D1 is asked at most once a second for a link, however many
 * people use it. So a link that another isolate revoked works up to a second longer.
 */
export class KnownLinks<Row> {
  private readonly links = new Map<string, SharedAnswer<Row | null>>();

  constructor(private readonly kind: LookupToken['kind']) {}

  /** Removes a link that this isolate has just revoked. */
  forget(hash: string): void {
    this.links.delete(hash);
  }

  /**
   * Returns the link's row; null for a link that does not exist.
   * @throws {AppError} `too_many_attempts`: the caller has looked up too many links that do not exist
   */
  async find(
    { lookupCaller, now }: Pick<ServiceContext, 'lookupCaller' | 'now'>,
    hash: string,
    findRow: () => Promise<Row | null>,
  ): Promise<Row | null> {
    const { links, kind } = this;
    if (!links.has(hash)) {
      const row = await lookUp(lookupCaller, { kind, hash }, findRow, () => links.has(hash));
      if (row === null) return null;
      if (row !== undefined) {
        if (links.size >= LINKS_MAX) links.clear();
        links.set(hash, new SharedAnswer<Row | null>(PATIENCE, { value: row, foundAt: now() }));
        return row;
      }
    }
    const row = (await links.get(hash)?.read(now, findRow)) ?? null;
    if (row === null) links.delete(hash);
    return row;
  }
}
