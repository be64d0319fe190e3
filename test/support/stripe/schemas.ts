import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import type { SchemaObject } from 'ajv';
import type * as Generator from 'ts-json-schema-generator';

const TYPES = resolve('test/support/stripe/param-types.ts');
const PACKAGE = resolve('node_modules/stripe/package.json');

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

async function generate(): Promise<SchemaObject> {
  // The runner that a test's configuration is loaded with is gone by now: Node itself loads it.
  const { createGenerator }: typeof Generator = createRequire(import.meta.url)('ts-json-schema-generator');
  const generator = createGenerator({
    path: TYPES,
    tsconfig: resolve('scripts/tsconfig.base.json'),
    skipTypeCheck: true,
    jsDoc: 'none',
    additionalProperties: false,
    topRef: false,
    expose: 'all',
  });
  const { definitions = {}, properties = {} } = generator.createSchema('ParamTypes');
  return close({ definitions, properties });
}

/** JSON Schemas of all parameters, from stripe's own declarations; kept under .tmp until they change (1.5 s). */
export async function loadSchemas(): Promise<SchemaObject> {
  const sources = [TYPES, PACKAGE, import.meta.filename].map((path) => readFileSync(path));
  const hash = createHash('sha256').update(Buffer.concat(sources)).digest('hex').slice(0, 16);
  const cached = resolve('.tmp', `stripe-params-${hash}.json`);
  if (existsSync(cached)) return JSON.parse(readFileSync(cached, 'utf8'));
  const schemas = await generate();
  mkdirSync(resolve('.tmp'), { recursive: true });
  // Others may be about to read it.
  const unfinished = join(resolve('.tmp'), `stripe-params-${process.pid}`);
  writeFileSync(unfinished, JSON.stringify(schemas));
  renameSync(unfinished, cached);
  return schemas;
}
