import { readFileSync } from 'node:fs';
import type { SchemaObject } from 'ajv';
import * as z from 'zod';
import { PARAMS_FILE, sourceHash } from './params-source';

const Schemas = z.record(z.string(), z.unknown());
const StoredSchema = z.object({ hash: z.string(), definitions: Schemas, properties: Schemas });

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Texts that Stripe takes empty, for unsetting: those of customers, their addresses, and metadata. */
const CLEARABLE = /^(Emptyable|Metadata|Address|Pick<Customer(Create|Update)Params,)/;

/** A text that has to be there: nothing is unset by it. */
const filled = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(filled);
  if (!isRecord(schema)) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, filled(value)]));
  const isText = schema['type'] === 'string' && !('enum' in schema) && !('const' in schema);
  return isText ? { ...inner, minLength: 1 } : inner;
};

/** The definition of a call's parameters. */
export const callOf = (name: string): string => `call:${name}`;

/** The declarations leave enums open for later API versions (`OtherString`): this version's are closed. */
function close({ definitions = {}, properties = {} }: SchemaObject): SchemaObject {
  const closed = Object.entries<unknown>(definitions).map(([name, definition]) => {
    if (name.startsWith('OtherString')) return [name, { not: {} }] as const;
    if (name === 'Decimal') return [name, { type: 'string' }] as const;
    return [name, CLEARABLE.test(name) ? definition : filled(definition)] as const;
  });
  const calls = Object.entries<unknown>(properties).map(([name, schema]) => [callOf(name), filled(schema)] as const);
  // Definitions only: a validator is made of those that a call needs.
  return { definitions: Object.fromEntries([...closed, ...calls]) };
}

/** JSON Schemas of all parameters, from stripe's own declarations. */
export function loadSchemas(): SchemaObject {
  const { hash, definitions, properties } = StoredSchema.parse(JSON.parse(readFileSync(PARAMS_FILE, 'utf8')));
  if (hash !== sourceHash()) throw new Error(`${PARAMS_FILE} is out of date: run \`npm run stripe:schemas\``);
  return close({ definitions, properties });
}
