import * as z from 'zod/mini';
import type { StoredSeal } from '../../reports/plan';
import type { Outbox } from '../delivery-job';
import { SEAL_MAIL_ATTEMPTS_MAX, SEAL_MAIL_LINKS_MAX } from './limits';
import { reportBackoffMs } from '../storage/limits';
import type { Meta } from '../storage/meta';
import type { SealRows } from '../storage/seal-rows';

/** What was mailed: all links up to `seq`; and how often in a row the mail of the next ones failed. */
const MailedSchema = z.object({ seq: z.int(), attempts: z.int(), retryAt: z.int() });

/** Key in the table `meta`. */
const MAILED = 'seals_mailed';

/**
 * The links whose fingerprints were not mailed. The newest fingerprint also covers all links before: days that are sealed
 * together make one mail. After many failures it is given up.
 */
export class SealMails implements Outbox<readonly StoredSeal[]> {
  constructor(
    private readonly seals: SealRows,
    private readonly meta: Meta,
  ) {}

  get dueAt(): number | undefined {
    const { seals, mailed } = this;
    const newest = seals.head?.seq ?? 0;
    // While links are open, the newest one is still to come.
    if (newest <= mailed.seq || seals.nextOpen !== undefined) return undefined;
    return mailed.retryAt;
  }

  next(): readonly StoredSeal[] | undefined {
    if (this.dueAt === undefined) return undefined;
    const { seq } = this.mailed;
    const newest = this.seals.list({ before: Number.MAX_SAFE_INTEGER, limit: SEAL_MAIL_LINKS_MAX });
    return newest.filter((link) => link.seq > seq).toReversed();
  }

  done(links: readonly StoredSeal[]): void {
    this.mailed = { seq: links.at(-1)?.seq ?? this.mailed.seq, attempts: 0, retryAt: 0 };
  }

  postpone(now: number): number {
    const { seq, attempts } = this.mailed;
    if (attempts + 1 >= SEAL_MAIL_ATTEMPTS_MAX) {
      this.done(this.next() ?? []);
      return 0;
    }
    const waitMs = reportBackoffMs(attempts + 1);
    this.mailed = { seq, attempts: attempts + 1, retryAt: now + waitMs };
    return waitMs;
  }

  private get mailed(): z.infer<typeof MailedSchema> {
    const stored = this.meta.get(MAILED);
    return stored === undefined ? { seq: 0, attempts: 0, retryAt: 0 } : z.parse(MailedSchema, JSON.parse(stored));
  }

  private set mailed(mailed: z.infer<typeof MailedSchema>) {
    this.meta.set(MAILED, JSON.stringify(mailed));
  }
}
