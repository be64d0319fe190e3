import { assertNever } from '../../shared/assert-never';
import type { MessageLanguage } from '../../shared/notifications/schemas';
import type { UrgentNews } from '../../rpc/urgent-news';
import type { Words } from './words';

interface Language {
  evacuation: string;
  drill: string;
  madeReal: string;
  ended: (isDrill: boolean) => string;
  mistake: string;
  inside: (people: number) => string;
  unaccounted: (people: number) => string;
  orders: Record<Extract<UrgentNews, { type: 'order.unconfirmed' }>['data']['order']['kind'], string>;
  unconfirmed: (order: string, minutes: number) => string;
  waiting: (devices: number) => string;
}

const LANGUAGES: Record<MessageLanguage, Language> = {
  en: {
    evacuation: 'EVACUATION has started',
    drill: 'Drill: an evacuation is being practiced',
    madeReal: 'EVACUATION: the drill has become real',
    ended: (isDrill) => (isDrill ? 'The drill has ended' : 'The evacuation has ended'),
    mistake: 'It was started by mistake.',
    inside: (people) => `${people} people inside by the count`,
    unaccounted: (people) => `${people} people neither inside nor at an assembly point`,
    orders: { stop: 'Stop', hold: 'Hold', one_in_one_out: 'One in, one out', open: 'Open' },
    unconfirmed: (order, minutes) =>
      `“${order}” is not confirmed after ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`,
    waiting: (devices) => `${devices} ${devices === 1 ? 'device has' : 'devices have'} not confirmed it.`,
  },
  de: {
    evacuation: 'EVAKUIERUNG hat begonnen',
    drill: 'Übung: Eine Evakuierung wird geübt',
    madeReal: 'EVAKUIERUNG: Aus der Übung ist ein Ernstfall geworden',
    ended: (isDrill) => (isDrill ? 'Die Übung ist beendet' : 'Die Evakuierung ist beendet'),
    mistake: 'Sie wurde versehentlich gestartet.',
    inside: (people) => `${people} Personen im Haus nach der Zählung`,
    unaccounted: (people) => `${people} Personen weder im Haus noch an einem Sammelplatz`,
    orders: {
      stop: 'Einlass-Stopp',
      hold: 'Einlass anhalten',
      one_in_one_out: 'Einer raus, einer rein',
      open: 'Einlass frei',
    },
    unconfirmed: (order, minutes) =>
      `„${order}“ ist nach ${minutes} ${minutes === 1 ? 'Minute' : 'Minuten'} nicht bestätigt`,
    waiting: (devices) =>
      devices === 1 ? 'Ein Gerät hat nicht bestätigt.' : `${devices} Geräte haben nicht bestätigt.`,
  },
};

function textOf({ type, data }: UrgentNews, words: Language): { line: string; about: string[] } {
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
export function newsWords(news: UrgentNews, language: MessageLanguage): Words {
  const { line, about } = textOf(news, LANGUAGES[language]);
  return { title: `${news.data.eventName}: ${line}`, lines: [line, ...about] };
}
