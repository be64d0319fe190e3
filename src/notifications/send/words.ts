import { assertNever } from '../../shared/assert-never';
import type { MessageLanguage } from '../../shared/notifications/schemas';
import { kindOf } from '../alert-kinds';
import { type AlertContent, type AlertFact, type MailsPaused, totalOf } from '../message';

/** The words of a message: a title of one line, and lines for its text. */
export interface Words {
  title: string;
  lines: string[];
}

interface Language {
  acknowledged: (place: string, by: string | null) => string;
  cleared: (place: string) => string;
  summary: (count: number) => string;
  /** What a summary says of the alerts that it does not name. */
  more: (count: number) => string;
  testTitle: string;
  test: string;
  pausedTitle: string;
  paused: string[];
}

const LANGUAGES: Record<MessageLanguage, Language> = {
  en: {
    acknowledged: (place, by) => `${place}: seen${by === null ? '' : ` by ${by}`}`,
    cleared: (place) => `${place}: the alert is over`,
    summary: (count) => `Headroom: ${count} alerts`,
    more: (count) => `and ${count} more`,
    testTitle: 'Headroom: this is a test',
    test: 'Alerts of your events will reach you here.',
    pausedTitle: 'Headroom: no more mails today',
    paused: [
      'This account has sent as many mails about alerts as it may in a day. The next ones come after 00:00 UTC.',
      'Notifications in browsers and webhooks go on. Mails about the highest threshold of an event still come.',
    ],
  },
  de: {
    acknowledged: (place, by) => `${place}: gesehen${by === null ? '' : ` von ${by}`}`,
    cleared: (place) => `${place}: Die Warnung ist vorbei`,
    summary: (count) => `Headroom: ${count} Warnungen`,
    more: (count) => `und ${count} weitere`,
    testTitle: 'Headroom: Das ist ein Test',
    test: 'Warnungen Ihrer Veranstaltungen erreichen Sie hier.',
    pausedTitle: 'Headroom: heute keine weiteren Mails',
    paused: [
      'Dieses Konto hat so viele Mails über Warnungen gesendet, wie an einem Tag möglich sind. Die nächsten kommen nach 00:00 UTC.',
      'Benachrichtigungen im Browser und Webhooks gehen weiter. Mails über die höchste Schwelle einer Veranstaltung kommen weiterhin.',
    ],
  },
};

function lineOf(language: MessageLanguage, { type, acknowledgedBy, about, raisedAt }: AlertFact): string {
  const words = LANGUAGES[language];
  const { place, raised } = kindOf(about).said(raisedAt)[language];
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
export function wordsFor(content: AlertContent | MailsPaused, language: MessageLanguage): Words {
  const words = LANGUAGES[language];
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
  const { meaning } = kindOf(first.about).said(first.raisedAt)[language];
  return { title: `${first.eventName}: ${line}`, lines: first.type === 'raised' ? [line, meaning] : [line] };
}

/** The frame of a mail around its lines. */
export const mailWords: Record<MessageLanguage, { open: string; leave: string }> = {
  en: { open: 'Open Headroom:', leave: 'You get this mail because you agreed to alerts by mail. Stop them here:' },
  de: {
    open: 'Headroom öffnen:',
    leave: 'Sie erhalten diese Mail, weil Sie Warnungen per Mail zugestimmt haben. Abbestellen:',
  },
};

/** Who would like to send alerts, and whether the holder is asked again after a restore (docs/product.md, X5). */
interface Question {
  from: string;
  isAgain: boolean;
}

/** The mail that asks the holder of an address to agree. */
export const confirmMail: Record<
  MessageLanguage,
  (link: string, question: Question) => { subject: string; text: string }
> = {
  en: (link, { from, isAgain }) => ({
    subject: 'Alerts from Headroom: please confirm',
    text: `${from} would like to send alerts about crowded areas to this address.
${isAgain ? '\nHeadroom was restored from a backup. Please confirm again, even if you had agreed before.\n' : ''}
If you want them, confirm within seven days:
${link}

Without that nothing is sent, and you can ignore this mail.
`,
  }),
  de: (link, { from, isAgain }) => ({
    subject: 'Warnungen von Headroom: bitte bestätigen',
    text: `${from} möchte Warnungen über volle Bereiche an diese Adresse senden.
${isAgain ? '\nHeadroom wurde aus einer Sicherung wiederhergestellt. Bitte bestätigen Sie es noch einmal, auch wenn Sie schon zugestimmt hatten.\n' : ''}
Wenn Sie das möchten, bestätigen Sie es innerhalb von sieben Tagen:
${link}

Ohne Bestätigung wird nichts gesendet, und es ist nichts zu tun.
`,
  }),
};
