import type { Addressee, AlertContent, OutgoingMessage } from '../message';
import { isUrgentNews } from '../../rpc/urgent-news';
import { subjectKey } from '../known-alert';
import { newsWords } from './news-text';
import { type Words, wordsFor } from './words';

/** A message to people. */
export interface ForPeople {
  words: Words;
  /** A newer message with the same text takes the place of an older one; null for none. */
  about: string | null;
  /** The event on which a notification opens; null for the overview. */
  eventId: string | null;
  /** Whether it stays on the screen until somebody has seen it. */
  stays: boolean;
}

/** People are told of alerts, of paused mails and of urgent news; null for anything else. */
export function forPeople({ content }: OutgoingMessage, language: Addressee['language']): ForPeople | null {
  if ('alerts' in content) return { words: wordsFor(content, language), ...aboutAlerts(content) };
  if (content.type === 'mails_paused')
    return { words: wordsFor(content, language), about: null, eventId: null, stays: false };
  if (content.type !== 'news' || !isUrgentNews(content.news)) return null;
  const { eventId } = content.news.data;
  const about = `${eventId}/${content.news.type.startsWith('order') ? 'order' : 'evacuation'}`;
  return { words: newsWords(content.news, language), about, eventId, stays: true };
}

/** A message about one alert takes the place of older ones about the same. */
function aboutAlerts({ type, alerts: [only, ...more] }: AlertContent): Omit<ForPeople, 'words'> {
  const stays = type === 'raised' || type === 'summary';
  if (only === undefined || more.length > 0) return { about: null, eventId: null, stays };
  return { about: `${only.eventId}/${subjectKey(only.about) || 'venue'}`, eventId: only.eventId, stays };
}
