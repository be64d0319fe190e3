import { type AnySchema, Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { CALLS, openApiDocument } from '../../../src/routes/api';
import { errorsOf } from '../../../src/routes/call';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same schema, except that answers may have no undocumented field. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (!isObject(value)) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([key, child]) => [key, closed(child)]));
  return isObject(value.properties) ? { additionalProperties: false, ...inner } : inner;
}

const ID = 'openapi';
const document: AnySchema = { ...openApiDocument(), ...z.parse(z.looseObject({}), closed(openApiDocument())) };
const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addSchema(document, ID);

const escaped = (text: string): string => encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));
const validators = new Map<string, ValidateFunction>();

const pathItem = (route: string): string => (route.split(' ')[1] ?? '').replaceAll(/:(\w+)/g, '{$1}');

const methodOf = (route: string): string => (route.split(' ')[0] ?? '').toLowerCase();

function validatorOf(route: string, status: number): ValidateFunction {
  const steps = ['paths', pathItem(route), methodOf(route), 'responses', String(status), 'content'];
  const pointer = [...steps, 'application/json', 'schema'];
  // Most refusals have the same schema, and compiling one takes as long as ten calls.
  const schema = JSON.stringify(pointer.reduce<unknown>((at, step) => (isObject(at) ? at[step] : undefined), document));
  const known = validators.get(schema);
  if (known) return known;
  // Throws when the document knows no such answer.
  const validate = ajv.compile({ $ref: `${ID}#/${pointer.map(escaped).join('/')}` });
  validators.set(schema, validate);
  return validate;
}

/** Expects that the document describes the answer of a route, named as the app registers it. */
export function expectDocumented(
  route: string,
  { status, headers, body }: { status: number; headers: Headers; body: unknown },
): void {
  const call = CALLS.find((one) => one.route === route);
  if (!call) throw new Error(`${route} is not in the document`);
  const fileType = ['text/csv', 'application/x-ndjson', 'application/zip', 'text/event-stream', 'text/plain'].find(
    (type) => headers.get('content-type')?.startsWith(type),
  );
  if (fileType !== undefined) {
    const taken = `paths.${pathItem(route)}.${methodOf(route)}.responses.${status}.content`.split('.');
    expect(openApiDocument(), `${route} ${status}`).toHaveProperty([...taken, fileType]);
    return;
  }
  const validate = validatorOf(route, status);
  expect(validate(body) || validate.errors, `${route} ${status} ${JSON.stringify(body)}`).toBe(true);
  if (!isObject(body) || !('code' in body) || status < 400) return;
  expect([...errorsOf(call)], route).toContain(body.code);
}
