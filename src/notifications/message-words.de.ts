import type { MessageWords } from './message-words';

export const messageWords: MessageWords = {
  wholeVenue: 'Gesamt',
  reached: (place, threshold) => `${place} hat ${threshold} % erreicht`,
  people: (occupancy, capacity) => `${occupancy} von ${capacity} Personen, als der Wert erreicht wurde`,
  unheard: (machine, minutes) => `${machine} ist seit ${minutes} Minuten stumm`,
  machine: {
    uncounted: 'Wer dort durchgeht, wird nicht gezählt.',
    wrongTimes:
      'Wer dort durchgeht, wird zu einer falschen Zeit gezählt und nach einer Korrektur gar nicht. Bitte stellen Sie die Uhr.',
    doubted: 'Bitte sehen Sie nach, wie viele Personen dort sind, und korrigieren Sie die Zahl.',
  },
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
  mail: {
    open: 'Headroom öffnen:',
    leave: 'Sie erhalten diese Mail, weil Sie Warnungen per Mail zugestimmt haben. Abbestellen:',
  },
  confirm: (link, { from, isAgain }) => ({
    subject: 'Warnungen von Headroom: bitte bestätigen',
    text: `${from} möchte Warnungen über volle Bereiche an diese Adresse senden.
${isAgain ? '\nHeadroom wurde aus einer Sicherung wiederhergestellt. Bitte bestätigen Sie es noch einmal, auch wenn Sie schon zugestimmt hatten.\n' : ''}
Wenn Sie das möchten, bestätigen Sie es innerhalb von sieben Tagen:
${link}

Ohne Bestätigung wird nichts gesendet, und es ist nichts zu tun.
`,
  }),
  news: {
    evacuation: 'EVAKUIERUNG hat begonnen',
    drill: 'Übung: Eine Evakuierung wird geübt',
    madeReal: 'EVAKUIERUNG: Aus der Übung ist ein Ernstfall geworden',
    ended: (isDrill) => (isDrill ? 'Die Übung ist beendet' : 'Die Evakuierung ist beendet'),
    mistake: 'Sie wurde versehentlich gestartet.',
    inside: (people) => `${people} Personen drinnen nach der Zählung`,
    unaccounted: (people) => `${people} Personen weder drinnen noch an einem Sammelplatz`,
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
