import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createGenerator } from 'ts-json-schema-generator';
import { PARAMS_FILE, PARAM_TYPES, sourceHash } from '../../test/support/stripe/params-source.ts';

/**
 * Writes the JSON Schemas of the parameters that Stripe's calls take, from the declarations in `stripe`'s own package. The
 * fake Stripe of the tests refuses what they do not allow. Run it after each update of `stripe`: the fake does not
 * start with schemas of another version.
 */
const { definitions, properties } = createGenerator({
  path: PARAM_TYPES,
  tsconfig: resolve('scripts/tsconfig.base.json'),
  skipTypeCheck: true,
  jsDoc: 'none',
  additionalProperties: false,
  topRef: false,
  expose: 'all',
}).createSchema('ParamTypes');
writeFileSync(PARAMS_FILE, `${JSON.stringify({ hash: sourceHash(), definitions, properties })}\n`);
