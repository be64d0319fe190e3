import { assertNever } from '../../shared/assert-never';
import { WORDS } from '../../languages/languages';
import type { Language } from '../../shared/languages';
import { kindOf } from '../alert-kinds';
import { type AlertContent, type AlertFact, type MailsPaused, totalOf } from '../message';

/** The words of a message: a title of one line, and lines for its text. */
export interface Words {
  title: string;
  lines: string[];
}

function lineOf(language: Language, { type, acknowledgedBy, about, raisedAt }: AlertFact): string {
  const words = WORDS[language].messages;
  const { place, raised } = kindOf(about).said(raisedAt, language);
  switch (type) {
    case 'raised':
      return raised;
    case 'acknowledged':
      return words.acknowledged(place, acknowledgedBy);
    case 'cleared':
      return words.cleared(place);
    default:
      return assertNever(type);
  }
}

/** Returns what a message says in this language. */
export function wordsFor(content: AlertContent | MailsPaused, language: Language): Words {
  const words = WORDS[language].messages;
  if (content.type === 'mails_paused') return { title: words.pausedTitle, lines: words.paused };
  const { type, alerts } = content;
  const [first] = alerts;
  if (type === 'test' || first === undefined) return { title: words.testTitle, lines: [words.test] };
  if (type === 'summary') {
    const total = totalOf(content);
    const lines = alerts.map((alert) => `${alert.eventName}: ${lineOf(language, alert)}`);
    if (total > alerts.length) lines.push(words.more(total - alerts.length));
    return { title: words.summary(total), lines };
  }
  const line = lineOf(language, first);
  const { meaning } = kindOf(first.about).said(first.raisedAt, language);
  return { title: `${first.eventName}: ${line}`, lines: first.type === 'raised' ? [line, meaning] : [line] };
}
