import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';

// Listed one by one: as references they would have to emit declarations. A build checks them side by side, and skips
// what has not changed since the last one.
const { references } = JSON.parse(readFileSync('tsconfig.json', 'utf8'));
/** @type {string[]} */
const projects = references.map((/** @type {{ path: string }} */ { path }) => path);
process.exit(spawnSync('tsc', ['-b', ...projects, '--noEmit'], { stdio: 'inherit' }).status ?? 1);
