import { assertNever } from '../../shared/assert-never';
import { WORDS } from '../../languages/languages';
import type { Language } from '../../shared/languages';
import type { MessageWords } from '../message-words';
import type { UrgentNews } from '../../rpc/urgent-news';
import type { Words } from './words';

function textOf({ type, data }: UrgentNews, words: MessageWords['news']): { line: string; about: string[] } {
  switch (type) {
    case 'evacuation.started': {
      const { isDrill, becameRealAt, occupancyAtStart } = data.evacuation;
      const begun = becameRealAt === null ? words.evacuation : words.madeReal;
      return { line: isDrill ? words.drill : begun, about: [words.inside(occupancyAtStart)] };
    }
    case 'evacuation.ended': {
      const about = [words.inside(data.occupancy), words.unaccounted(data.unaccounted)];
      return { line: words.ended(data.evacuation.isDrill), about: data.isMistake ? [words.mistake, ...about] : about };
    }
    case 'order.unconfirmed':
      return {
        line: words.unconfirmed(words.orders[data.order.kind], data.minutes),
        about: [words.waiting(data.waiting), ...(data.order.note === null ? [] : [data.order.note])],
      };
    default:
      return assertNever(type);
  }
}

/** Returns what people are told of urgent news in this language (docs/product.md, N11). */
export function newsWords(news: UrgentNews, language: Language): Words {
  const { line, about } = textOf(news, WORDS[language].messages.news);
  return { title: `${news.data.eventName}: ${line}`, lines: [line, ...about] };
}
