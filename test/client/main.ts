import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { buildProduct, Product } from '../support/product';

/**
 * `npm run test:client`: starts the product, generates a typed client from the OpenAPI document that it serves, compiles
 * a script that uses it with this repository's TypeScript, and runs the script (script/evening.ts). The generator needs
 * TypeScript 5, so the script is a project of its own, which is installed from the npm registry into .tmp/client.
 */
const FOLDER = resolve('.tmp/client/script');
/** From FOLDER. */
const GENERATOR = 'node_modules/.bin/openapi-typescript';

const run = (command: string, args: readonly string[]) =>
  execFileSync(command, args, { cwd: FOLDER, stdio: 'inherit', env: { ...process.env, NO_COLOR: '1' } });

rmSync(FOLDER, { recursive: true, force: true });
cpSync('test/client/script', FOLDER, { recursive: true });
run('npm', ['ci', '--no-audit', '--no-fund']);

const product = new Product();
try {
  await product.start(buildProduct());
  run(join(FOLDER, GENERATOR), [`${product.url}/api/openapi.json`, '--output', 'api.ts']);
  run(resolve('node_modules/.bin/tsc'), ['--project', '.']);
  run('node', ['evening.ts', product.url]);
} finally {
  await product.stop();
}
