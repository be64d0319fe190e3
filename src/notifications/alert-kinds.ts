import * as z from 'zod/mini';
import { WORDS } from '../languages/languages';
import type { AlertBody, AlertSubject, AnyAlert } from '../rpc/alert-subjects';
import { assertNever } from '../shared/assert-never';
import { MINUTE_MS } from '../shared/durations';
import { countsNobody, MachineTroubleSchema } from '../shared/machines/trouble';
import { troubleSentence } from '../shared/machines/trouble-words';
import type { Language } from '../shared/languages';
import type { Delivery } from '../shared/notifications/schemas';
import { ALERT_THRESHOLD_MAX } from '../shared/schemas/limits';
import { isoTime } from '../time/iso-time';

type Happening = 'raised' | 'acknowledged' | 'cleared';

/** What people are told of an alert. */
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
  said(raisedAt: number, language: Language): Said;
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

/** Returns a stored alert with its subject in `about`. */
export function readSubject<Alert extends Stored>(stored: Alert) {
  const { areaId, areaName, threshold, occupancy, capacity, machine, ...alert } = stored;
  const about: AlertSubject = machine
    ? { type: 'machine', sourceName: areaName ?? machine.sourceId, ...machine }
    : { type: 'crowd', areaId, areaName, threshold, occupancy, capacity };
  return { ...alert, about };
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

function crowdKind({ type: _type, ...crowd }: Extract<AlertSubject, { type: 'crowd' }>): AlertKind {
  const { areaId, areaName, threshold, occupancy, capacity } = crowd;
  const name = areaName ?? areaId;
  return {
    key: areaId ?? '',
    threshold,
    stored: () => crowd,
    said: (_raisedAt, language) => {
      const words = WORDS[language].messages;
      const place = name ?? words.wholeVenue;
      return { place, raised: words.reached(place, threshold), meaning: words.people(occupancy, capacity) };
    },
    listed: () => ({ areaName }),
    typeInWebhook: (type) => `alert.${type}`,
    inWebhook: (type, alert) => ({ ...crowd, ...alert, type }),
  };
}

function machineKind({ type: _type, ...about }: Extract<AlertSubject, { type: 'machine' }>): AlertKind {
  const { sourceName: place, ...machine } = about;
  const { sourceId, heardAt, trouble } = machine;
  const { kind } = trouble;
  const key = `source:${sourceId}${kind === 'silent' ? '' : `:${kind}`}`;
  const threshold = ALERT_THRESHOLD_MAX;
  const meaning = kind === 'doubt' ? 'doubted' : countsNobody(trouble) ? 'uncounted' : 'wrongTimes';
  return {
    key,
    threshold,
    stored: () => ({ areaId: key, areaName: place, threshold, occupancy: 0, capacity: 0, machine }),
    said: (raisedAt, language) => {
      const { messages, trouble: troubles } = WORDS[language];
      const minutes = Math.round((raisedAt - heardAt) / MINUTE_MS);
      const raised = kind === 'silent' ? messages.unheard(place, minutes) : troubleSentence(place, trouble, troubles);
      return { place, raised, meaning: messages.machine[meaning] };
    },
    listed: () => ({ areaName: place, trouble }),
    // It has types of its own, because receivers of `alert.*` expect a threshold.
    typeInWebhook: (type) => `machine.${type}`,
    inWebhook: (type, alert) => ({ ...about, ...alert, type: `machine.${type}`, heardAt: isoTime(heardAt) }),
  };
}
