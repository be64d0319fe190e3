import * as z from 'zod/mini';
import { CAPACITY_MAX, LIMIT_CONDITION_MAX_LENGTH } from '../../schemas/limits';
import { message } from '../../messages/message';
import { type Limit, LIMIT_KINDS, type LimitKind } from '../../schemas/venue-settings';
import { UNUSABLE, VISIBLE } from '../../visible-text';
import { type Checked, invalid, valid } from '../checked';
import { ENGLISH_LOCALE } from '../../languages';

const NAMES: Record<LimitKind, string> = { license: 'License limit', fire: 'Fire safety limit' };

export const limitTexts = {
  limits_invalid: () => 'Limits need at most one from the license and one from fire safety.',
  limit_people_invalid: (kind: LimitKind, max: number) =>
    `${NAMES[kind]} must be a whole number from 1 to ${max.toLocaleString(ENGLISH_LOCALE)}.`,
  limit_condition_missing: (kind: LimitKind) => `${NAMES[kind]} needs the wording and number of its condition.`,
  limit_condition_too_long: (kind: LimitKind, max: number) =>
    `${NAMES[kind]}: the condition must be at most ${max} characters long.`,
  limit_condition_unusable: (kind: LimitKind) =>
    `${NAMES[kind]}: the condition contains characters that cannot be used.`,
};

const GivenSchema = z.object({
  kind: z.enum(LIMIT_KINDS),
  capacity: z.optional(z.unknown()),
  condition: z.optional(z.unknown()),
});
const PeopleSchema = z.int().check(z.minimum(1), z.maximum(CAPACITY_MAX));
const GivenListSchema = z.array(GivenSchema);

/** A line break and a tab may stand in a condition that was copied from a license; they become spaces. */
const oneLine = (text: unknown): string => (typeof text === 'string' ? text.replaceAll(/\s+/g, ' ').trim() : '');

function checkLimit({ kind, capacity, condition }: z.infer<typeof GivenSchema>): Checked<Limit> {
  const people = z.safeParse(PeopleSchema, capacity);
  if (!people.success) return invalid(message(limitTexts, 'limit_people_invalid', kind, CAPACITY_MAX));
  const text = oneLine(condition);
  if (!VISIBLE.test(text)) return invalid(message(limitTexts, 'limit_condition_missing', kind));
  if (text.length > LIMIT_CONDITION_MAX_LENGTH)
    return invalid(message(limitTexts, 'limit_condition_too_long', kind, LIMIT_CONDITION_MAX_LENGTH));
  if (UNUSABLE.test(text)) return invalid(message(limitTexts, 'limit_condition_unusable', kind));
  return valid({ kind, capacity: people.data, condition: text });
}

/** Checks the limits of an area or the venue: at most one of each kind. They are stored in the order of their kinds. */
export function checkLimits(given: unknown): Checked<Limit[]> {
  const list = z.safeParse(GivenListSchema, given);
  if (!list.success) return invalid(message(limitTexts, 'limits_invalid'));
  const kinds = new Set(list.data.map(({ kind }) => kind));
  if (kinds.size < list.data.length) return invalid(message(limitTexts, 'limits_invalid'));
  const limits: Limit[] = [];
  for (const kind of LIMIT_KINDS) {
    const one = list.data.find((limit) => limit.kind === kind);
    if (one === undefined) continue;
    const checked = checkLimit(one);
    if (!checked.ok) return checked;
    limits.push(checked.value);
  }
  return valid(limits);
}
