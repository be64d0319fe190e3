import { LruMap } from '../../concurrency/lru-map';
import type { ItemAnswer, SentItem, SourceCall } from '../../rpc/source-batch';
import type { AnsweredItem, SourceDetail } from '../../rpc/source-views';
import { SOURCES_MAX } from '../../rpc/limits';
import { isoTime } from '../../time/iso-time';
import { SOURCE_ITEMS_SHOWN } from './limits';

type Recent = Pick<SourceDetail, 'items' | 'refusals' | 'notices'>;
/** Its time is epoch ms: it is written out only when somebody looks. */
type Kept = Omit<AnsweredItem, 'at'> & { readonly at: number };

const NOTHING: Record<keyof Recent, readonly Kept[]> = { items: [], refusals: [], notices: [] };

/** What sources sent last, and what they were answered. It is in memory alone, so a room that has slept knows nothing of it. */
export class RecentItems {
  private readonly bySource = new LruMap<string, typeof NOTHING>(SOURCES_MAX);

  /** @param at epoch ms */
  note(call: SourceCall, answers: readonly ItemAnswer[], at: number): void {
    const { sourceId } = call.source;
    const sent: readonly SentItem[] =
      'items' in call ? call.items : [{ key: call.key, in: 1, isTakenBack: call.isTakenBack }];
    const answered = sent.flatMap((item, index): Kept[] => {
      const answer = answers[index];
      return answer === undefined ? [] : [{ at, item, answer }];
    });
    const before = this.bySource.get(sourceId) ?? NOTHING;
    this.bySource.set(sourceId, {
      items: newest(answered, before.items),
      refusals: newest(
        answered.filter(({ answer }) => answer.status === 'refused'),
        before.refusals,
      ),
      notices: newest(
        answered.filter(({ answer }) => answer.notice !== undefined),
        before.notices,
      ),
    });
  }

  of(sourceId: string): Recent {
    const { items, refusals, notices } = this.bySource.get(sourceId) ?? NOTHING;
    return { items: items.map(shown), refusals: refusals.map(shown), notices: notices.map(shown) };
  }

  forget(sourceId: string): void {
    this.bySource.delete(sourceId);
  }
}

const newest = (added: readonly Kept[], before: readonly Kept[]): readonly Kept[] =>
  added.length === 0 ? before : [...added.toReversed(), ...before].slice(0, SOURCE_ITEMS_SHOWN);

const shown = ({ at, ...kept }: Kept): AnsweredItem => ({ at: isoTime(at), ...kept });
