import { readFileSync } from 'node:fs';
import { Ajv, type ErrorObject, type SchemaObject } from 'ajv';
import * as z from 'zod';
import type { ParamName, ParamTypes } from './param-types';
import { PARAMS_FILE, sourceHash } from './params-source';
import { empty, invalid, missing, type Refusal } from './refusal';

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

/** The declarations leave enums open for later API versions (`OtherString`): this version's are closed. */
const close = (name: string, definition: unknown): unknown => {
  if (name.startsWith('OtherString')) return { not: {} };
  if (name === 'Decimal') return { type: 'string' };
  return CLEARABLE.test(name) ? definition : filled(definition);
};

/** JSON Schemas of all parameters, from stripe's own declarations; those of a call are named `call:…`. */
function loadSchemas(): SchemaObject {
  const { hash, definitions, properties } = StoredSchema.parse(JSON.parse(readFileSync(PARAMS_FILE, 'utf8')));
  if (hash !== sourceHash()) throw new Error(`${PARAMS_FILE} is out of date: run \`npm run stripe:schemas\``);
  const closed = Object.entries(definitions).map(([name, schema]) => [name, close(name, schema)] as const);
  const calls = Object.entries(properties).map(([name, schema]) => [`call:${name}`, filled(schema)] as const);
  return { definitions: Object.fromEntries([...closed, ...calls]) };
}

/** `/items/0/price` as Stripe writes it: `items[0][price]`. */
const paramOf = (instancePath: string, ...last: string[]): string => {
  const [head = '', ...rest] = [...instancePath.split('/').slice(1), ...last];
  return `${head}${rest.map((part) => `[${part}]`).join('')}`;
};

/** The more telling first: of a union's branches all complain. */
const TELLING = ['additionalProperties', 'required', 'minLength', 'enum', 'const', 'type'];
const weight = (error: ErrorObject): number =>
  error.instancePath.split('/').length * TELLING.length - TELLING.indexOf(error.keyword);

function refusalOf(errors: readonly ErrorObject[]): Refusal {
  const [error] = errors.filter(({ keyword }) => TELLING.includes(keyword)).toSorted((a, b) => weight(b) - weight(a));
  if (!error) return invalid('Invalid request');
  const { instancePath, keyword, params } = error;
  const param = paramOf(instancePath);
  if (keyword === 'additionalProperties') {
    const unknown = paramOf(instancePath, String(params['additionalProperty']));
    return invalid(`Received unknown parameter: ${unknown}`, { code: 'parameter_unknown', param: unknown });
  }
  if (keyword === 'required') return missing(paramOf(instancePath, String(params['missingProperty'])));
  return keyword === 'minLength' ? empty(param) : invalid(`Invalid ${param}`, { param });
}

/** Checks parameters by stripe's own declarations. */
export class Params {
  // Form values are texts: what is declared a number or boolean is read as one. The rest makes starting quicker.
  private readonly ajv = new Ajv({
    coerceTypes: true,
    allErrors: true,
    strict: false,
    validateSchema: false,
    inlineRefs: false,
    code: { optimize: false },
  });
  /** By call: ajv knows a schema that it has compiled by its very object. */
  private readonly schemas = new Map<string, SchemaObject>();

  constructor() {
    this.ajv.addSchema(loadSchemas(), 'stripe');
  }

  /** The typed parameters. @throws {Refusal} as Stripe would, naming the parameter */
  check<K extends ParamName>(name: K, value: unknown): ParamTypes[K] {
    const schema = this.schemas.get(name) ?? { $ref: `stripe#/definitions/call:${name}` };
    this.schemas.set(name, schema);
    const validate = this.ajv.compile<ParamTypes[K]>(schema);
    // Reading the values writes into them.
    const params: unknown = structuredClone(value);
    if (validate(params)) return params;
    throw refusalOf(validate.errors ?? []);
  }
}
