import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';

// tsc gets all projects on its command line: if tsconfig.json referred to them, each would have to emit declarations. A
// build checks them in parallel and skips projects that have not changed since the last build.
const { references } = JSON.parse(readFileSync('tsconfig.json', 'utf8'));
/** @type {string[]} */
const projects = references.map((/** @type {{ path: string }} */ { path }) => path);
process.exit(spawnSync('tsc', ['-b', ...projects, '--noEmit'], { stdio: 'inherit' }).status ?? 1);
