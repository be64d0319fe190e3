import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The parameters that the fake takes, as types of Stripe's own package. */
export const PARAM_TYPES = resolve('test/support/stripe/param-types.ts');

/** Their JSON Schemas, which `npm run stripe:schemas` writes. */
export const PARAMS_FILE = resolve('test/support/stripe/params.json');

/** Hash of what the schemas are made from: another version of Stripe's package has another one. */
export const sourceHash = (): string =>
  createHash('sha256')
    .update(readFileSync(PARAM_TYPES))
    .update(readFileSync(resolve('node_modules/stripe/package.json')))
    .digest('hex');
