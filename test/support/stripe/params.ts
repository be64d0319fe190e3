import { Ajv, type ErrorObject, type SchemaObject } from 'ajv';
import type { ParamName, ParamTypes } from './param-types';
import { empty, invalid, type Refusal } from './refusal';
import { callOf, loadSchemas } from './schemas';

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
  switch (keyword) {
    case 'additionalProperties': {
      const unknown = paramOf(instancePath, String(params['additionalProperty']));
      return invalid(`Received unknown parameter: ${unknown}`, { code: 'parameter_unknown', param: unknown });
    }
    case 'required': {
      const missing = paramOf(instancePath, String(params['missingProperty']));
      return invalid(`Missing required param: ${missing}.`, { code: 'parameter_missing', param: missing });
    }
    case 'minLength':
      return empty(param);
    case 'enum':
    case 'const':
      return invalid(`Invalid ${param}`, { param });
    default: {
      const wanted = String(params['type']);
      const code = wanted.includes('number') ? { code: 'parameter_invalid_integer' } : {};
      return invalid(`Invalid ${wanted}: ${param}`, { ...code, param });
    }
  }
}

/** Checks parameters by stripe's own declarations. */
export class Params {
  /** By call: ajv knows a schema that it has compiled by its very object. */
  private readonly schemas = new Map<string, SchemaObject>();

  private constructor(private readonly ajv: Ajv) {}

  static load(): Params {
    // Form values are texts: what is declared a number or boolean is read as one. The rest makes starting quicker.
    const ajv = new Ajv({
      coerceTypes: true,
      allErrors: true,
      strict: false,
      validateSchema: false,
      inlineRefs: false,
      code: { optimize: false },
    });
    ajv.addSchema(loadSchemas(), 'stripe');
    return new Params(ajv);
  }

  private schemaOf(name: ParamName): SchemaObject {
    const schema = this.schemas.get(name) ?? { $ref: `stripe#/definitions/${callOf(name)}` };
    this.schemas.set(name, schema);
    return schema;
  }

  /** The typed parameters. @throws {Refusal} as Stripe would, naming the parameter */
  check<K extends ParamName>(name: K, value: unknown): ParamTypes[K] {
    const validate = this.ajv.compile<ParamTypes[K]>(this.schemaOf(name));
    // Reading the values writes into them.
    const params: unknown = structuredClone(value);
    if (validate(params)) return params;
    throw refusalOf(validate.errors ?? []);
  }
}
