import * as z from 'zod';
import { empty, invalid, missing, type Refusal } from './refusal';

/** A text that has to be there: nothing is unset by it. */
export const text = z.string().min(1);
/** A text that clears its field where it is empty. */
export const clearable = z.string();
/** Forms say all in texts. */
export const integer = z.coerce.number().int();
export const flag = z.stringbool();
export const metadata = z.record(text, text);
export const limit = integer.min(1).max(100).optional();

/**
 * The parameters of a call, `P` being Stripe's own declaration of them: each has to be one of its, with values that it allows.
 * What is not named here is refused: Stripe does not know it, or the fake has no behavior for it.
 */
export const paramsOf =
  <P>() =>
  <S extends { [K in keyof S]: K extends keyof P ? z.ZodType<P[K]> : never }>(shape: S) =>
    z.strictObject(shape);

export const NONE = z.strictObject({});

/** `items`, 0, `price` as Stripe writes it: `items[0][price]`. */
const nameOf = ([head, ...rest]: readonly PropertyKey[]): string =>
  `${String(head)}${rest.map((part) => `[${String(part)}]`).join('')}`;

function refusalOf({ issues: [issue] }: z.ZodError): Refusal {
  if (!issue) return invalid('Invalid request');
  if (issue.code === 'unrecognized_keys') {
    const param = nameOf([...issue.path, ...issue.keys.slice(0, 1)]);
    return invalid(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
  }
  const param = nameOf(issue.path);
  if (issue.code === 'too_small' && issue.origin === 'string') return empty(param);
  if (issue.code === 'invalid_type' && issue.input === undefined) return missing(param);
  return invalid(`Invalid ${param}`, { param });
}

/** The typed parameters. @throws {Refusal} as Stripe would, naming the parameter */
export function checked<T>(schema: z.ZodType<T>, given: unknown): T {
  const { data, error } = schema.safeParse(given, { reportInput: true });
  if (error) throw refusalOf(error);
  return data;
}
