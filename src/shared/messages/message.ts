import type { billingTexts } from '../rules/billing-details';
import type { capacityTexts } from '../rules/capacity';
import type { categoryTexts } from '../rules/categories';
import type { emergencyTexts } from '../rules/emergency';
import type { inspectionEndTexts } from '../rules/inspection-end';
import type { planTexts } from '../rules/capacity-rules/plan';
import type { limitTexts } from '../rules/limits/check-limits';
import type { nameTexts } from '../rules/names';
import type { orderTexts } from '../rules/orders/check-order';
import type { passwordTexts } from '../rules/password';
import type { noteTexts } from '../rules/notes/check-note';
import type { recountTexts } from '../rules/recount';
import type { momentTexts, reportDaysTexts, reportParameterTexts } from '../rules/report-query';
import type { scheduleTexts } from '../schedule/check-schedule';
import type { venueTexts } from '../rules/venue-settings';
import type { serviceTexts } from './service-texts';

/** A value that a message contains: a number, a text, the id of a field, or ids. */
export type MessageValue = string | number | string[];

/**
 * A text for people as data, so that it can be shown in any language. A message's id keeps its meaning and its values
 * for good: a text with other values gets a new id.
 */
export interface Message {
  id: MessageId;
  values: MessageValue[];
  /** The English text. */
  text: string;
}

/**
 * The English texts of all messages by their ids. Those of a rule stand beside the rule, so that they load with it;
 * those of services stand together, so that the web never loads them.
 */
export type MessageTexts = typeof billingTexts &
  typeof capacityTexts &
  typeof categoryTexts &
  typeof emergencyTexts &
  typeof inspectionEndTexts &
  typeof limitTexts &
  typeof momentTexts &
  typeof nameTexts &
  typeof orderTexts &
  typeof passwordTexts &
  typeof planTexts &
  typeof noteTexts &
  typeof recountTexts &
  typeof reportDaysTexts &
  typeof reportParameterTexts &
  typeof scheduleTexts &
  typeof serviceTexts &
  typeof venueTexts;

export type MessageId = keyof MessageTexts;

/** Makes the message with this id, which is one of `texts`. */
export const message = <Values extends Record<string, MessageValue[]>, Id extends keyof Values & MessageId>(
  texts: { readonly [Key in keyof Values]: (...values: Values[Key]) => string },
  id: Id,
  ...values: Values[Id]
): Message => ({ id, values, text: texts[id](...values) });
