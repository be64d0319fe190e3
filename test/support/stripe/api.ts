import * as z from 'zod';
import type { World } from './world';

/** Stripe's error object in a response. */
interface ErrorBody {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
}

/** A call that Stripe answers with an error. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
  ) {
    super(body.message);
  }
}

export const invalid = (message: string, about: { code?: string; param?: string; status?: number } = {}): Refusal => {
  const { status = 400, ...rest } = about;
  return new Refusal(status, { type: 'invalid_request_error', message, ...rest });
};

/** An unknown id: 404 for an id in the path, 400 with the parameter's name for an id in a parameter. */
export const noSuch = (what: string, id: string, param?: string): Refusal =>
  invalid(`No such ${what}: '${id}'`, {
    code: 'resource_missing',
    param: param ?? 'id',
    status: param === undefined ? 404 : 400,
  });

export const missing = (param: string): Refusal =>
  invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });

const empty = (param: string): Refusal =>
  invalid(`You passed an empty string for '${param}'. '${param}' cannot be unset.`, {
    code: 'parameter_invalid_empty',
    param,
  });

const REASONS: Record<string, string> = {
  authentication_required: 'Your card was declined. This transaction requires authentication.',
};

/** The error for a declined card, in Stripe's words. */
export const declined = (reason: string): Refusal =>
  new Refusal(402, {
    type: 'card_error',
    code: reason in REASONS ? reason : 'card_declined',
    decline_code: reason,
    message: REASONS[reason] ?? 'Your card was declined.',
  });

/** A required text: an empty one is refused and unsets nothing. */
export const text = z.string().min(1);
/** A text that clears its field when it is empty. */
export const clearable = z.string();
/** A whole number, as text: forms send all values as texts. */
export const integer = z.coerce.number().int();
export const flag = z.stringbool();
export const metadata = z.record(text, text);
export const limit = integer.min(1).max(100).optional();

/**
 * The schema of a call's parameters, `P` being Stripe's own declaration of them: each must be one of its parameters,
 * with values that it allows. A parameter that is not named here is refused, because either Stripe does not know it or
 * the fake has no behavior for it.
 */
export const paramsOf =
  <P>() =>
  <S extends { [K in keyof S]: K extends keyof P ? z.ZodType<P[K]> : never }>(shape: S) =>
    z.strictObject(shape);

export const NONE = z.strictObject({});

/** A parameter's name as Stripe writes it: `items`, 0, `price` becomes `items[0][price]`. */
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

/** Returns the typed parameters. @throws {Refusal} as Stripe does, with the parameter's name */
function checked<T>(schema: z.ZodType<T>, given: unknown): T {
  const { data, error } = schema.safeParse(given, { reportInput: true });
  if (error) throw refusalOf(error);
  return data;
}

export interface Route {
  method: string;
  /** A path such as `/v1/customers/:id`. */
  pattern: string;
  /** Checks the parameters first; the work gets only declared parameters. */
  prepare: (given: unknown) => (world: World, ids: readonly string[]) => unknown;
}

/** Defines a call of the API: `schema` checks its parameters, then `work` answers. */
export const route = <T>(
  method: 'GET' | 'POST' | 'DELETE',
  pattern: string,
  schema: z.ZodType<T>,
  work: (world: World, params: T, ...ids: string[]) => unknown,
): Route => ({
  method,
  pattern,
  prepare: (given) => {
    const params = checked(schema, given);
    return (world, ids) => work(world, params, ...ids);
  },
});

/** The ids in `path` if it matches `pattern`, else null. */
export function match(pattern: string, path: string): string[] | null {
  const wanted = pattern.split('/');
  const given = path.split('/').map(decodeURIComponent);
  const isMatch =
    wanted.length === given.length && wanted.every((part, i) => part.startsWith(':') || part === given[i]);
  return isMatch ? given.filter((_part, i) => wanted[i]?.startsWith(':')) : null;
}

type FormValue = string | FormValue[] | { [key: string]: FormValue };

/** Converts objects whose keys are 0, 1, 2 … to lists. */
function withLists(value: FormValue): FormValue {
  if (typeof value !== 'object' || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, withLists(inner)] as const);
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index));
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

/** Decodes a form or a query as Stripe does, with nested parameters (`a[b][0]=c`). */
export function decodeForm(form: string): Record<string, FormValue> {
  const decoded: Record<string, FormValue> = {};
  for (const [name, value] of new URLSearchParams(form)) {
    const path = name.split('[').map((part) => part.replace(/\]$/, ''));
    let target = decoded;
    for (const key of path.slice(0, -1)) {
      const inner = target[key];
      const next = typeof inner === 'object' && !Array.isArray(inner) ? inner : {};
      target[key] = next;
      target = next;
    }
    target[path.at(-1) || String(Object.keys(target).length)] = value;
  }
  return Object.fromEntries(Object.entries(decoded).map(([key, value]) => [key, withLists(value)]));
}
