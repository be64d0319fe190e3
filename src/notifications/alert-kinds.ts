import * as z from 'zod/mini';
import type { AlertSubject } from '../rpc/alert-calls';
import type { AlertBody, AnyAlert } from '../rpc/webhook-bodies';
import { assertNever } from '../shared/assert-never';
import { MINUTE_MS } from '../shared/durations';
import { countsNobody, MachineTroubleSchema } from '../shared/machines/trouble';
import { troubleSentence } from '../shared/machines/trouble-words';
import type { Delivery, MessageLanguage } from '../shared/notifications/schemas';
import { ALERT_THRESHOLD_MAX } from '../shared/schemas/limits';
import { isoTime } from '../time/iso-time';

type Happening = 'raised' | 'acknowledged' | 'cleared';

/** What people are told of an alert in one language. */
interface Said {
  /** Where something is wrong. */
  place: string;
  raised: string;
  /** What a new alert means. */
  meaning: string;
}

/** All that the hub asks about the subject of an alert. Each kind of alert answers it in one function below. */
interface AlertKind {
  /**
   * Keeps the subjects of an event apart, and those of a machine's troubles: who knows that a machine is silent is told that
   * it is back, and that its clock is wrong. Stored; the venue's is empty.
   */
  key: string;
  /** The threshold that counts for recipients, in percent. What has none concerns those of every threshold. */
  threshold: number;
  /** The subject's fields in the hub's tables. */
  stored(): Stored;
  /** @param raisedAt epoch ms */
  said(language: MessageLanguage, raisedAt: number): Said;
  /** What the list of messages says of it. */
  listed(): Omit<Delivery['alerts'][number], 'eventName' | 'threshold'>;
  /** The type of a message about it alone. */
  typeInWebhook(type: Happening): AlertBody['type'];
  inWebhook(type: Happening, alert: AnyAlert): AlertBody['data']['alerts'][number];
}

/** The subject of an alert in the hub's tables. One about a machine has that in `machine`, and its key and name as an area's. */
export const STORED_SUBJECT = {
  areaId: z.nullable(z.string()),
  areaName: z.nullable(z.string()),
  threshold: z.int(),
  occupancy: z.int(),
  capacity: z.int(),
  machine: z.optional(z.object({ sourceId: z.string(), heardAt: z.int(), trouble: MachineTroubleSchema })),
};
type Stored = z.infer<z.ZodMiniObject<typeof STORED_SUBJECT>>;

export function readSubject({ machine, ...crowd }: Stored): AlertSubject {
  if (machine === undefined) return { type: 'crowd', ...crowd };
  return { type: 'machine', sourceName: crowd.areaName ?? machine.sourceId, ...machine };
}

/** Returns what the hub asks about this subject. */
export function kindOf(about: AlertSubject): AlertKind {
  switch (about.type) {
    case 'crowd':
      return crowdKind(about);
    case 'machine':
      return machineKind(about);
    default:
      return assertNever(about);
  }
}

const CROWD_WORDS = {
  en: {
    venue: 'the whole venue',
    raised: (place: string, threshold: number) => `${place} has reached ${threshold}%`,
    people: (inside: number, capacity: number) => `${inside} of ${capacity} people when it was reached`,
  },
  de: {
    venue: 'das ganze Haus',
    raised: (place: string, threshold: number) => `${place} hat ${threshold} % erreicht`,
    people: (inside: number, capacity: number) => `${inside} von ${capacity} Personen, als der Wert erreicht wurde`,
  },
};

function crowdKind({ type: _type, ...crowd }: Extract<AlertSubject, { type: 'crowd' }>): AlertKind {
  const { areaId, areaName, threshold, occupancy, capacity } = crowd;
  return {
    key: areaId ?? '',
    threshold,
    stored: () => crowd,
    said: (language) => {
      const words = CROWD_WORDS[language];
      const place = areaName ?? areaId ?? words.venue;
      return { place, raised: words.raised(place, threshold), meaning: words.people(occupancy, capacity) };
    },
    listed: () => ({ areaName }),
    typeInWebhook: (type) => `alert.${type}`,
    inWebhook: (type, alert) => ({ ...crowd, ...alert, type }),
  };
}

const MACHINE_WORDS = {
  en: {
    silent: (machine: string, minutes: number) => `${machine} has not been heard for ${minutes} minutes`,
    uncounted: 'People who pass there are not counted.',
    wrongTimes:
      'People who pass there are counted at a wrong time, and after a recount not at all. Please set its clock.',
    doubted: 'Please look how many people are there, and correct the count.',
  },
  de: {
    silent: (machine: string, minutes: number) => `${machine} ist seit ${minutes} Minuten stumm`,
    uncounted: 'Wer dort durchgeht, wird nicht gezählt.',
    wrongTimes:
      'Wer dort durchgeht, wird zu einer falschen Zeit gezählt und nach einer Korrektur gar nicht. Bitte stellen Sie die Uhr.',
    doubted: 'Bitte sehen Sie nach, wie viele Personen dort sind, und korrigieren Sie die Zahl.',
  },
};

function machineKind({ type: _type, ...about }: Extract<AlertSubject, { type: 'machine' }>): AlertKind {
  const { sourceName, ...machine } = about;
  const { sourceId, heardAt, trouble } = machine;
  const key = `source:${sourceId}${trouble.kind === 'silent' ? '' : `:${trouble.kind}`}`;
  const threshold = ALERT_THRESHOLD_MAX;
  return {
    key,
    threshold,
    stored: () => ({ areaId: key, areaName: sourceName, threshold, occupancy: 0, capacity: 0, machine }),
    said: (language, raisedAt) => {
      const words = MACHINE_WORDS[language];
      const raised =
        trouble.kind === 'silent'
          ? words.silent(sourceName, Math.round((raisedAt - heardAt) / MINUTE_MS))
          : troubleSentence(sourceName, trouble, language);
      const isUncounted = countsNobody(trouble) ? words.uncounted : words.wrongTimes;
      return { place: sourceName, raised, meaning: trouble.kind === 'doubt' ? words.doubted : isUncounted };
    },
    listed: () => ({ areaName: sourceName, trouble }),
    // It has types of its own, because receivers of `alert.*` expect a threshold.
    typeInWebhook: (type) => `machine.${type}`,
    inWebhook: (type, alert) => ({ ...about, ...alert, type: `machine.${type}`, heardAt: isoTime(heardAt) }),
  };
}
