import { resolve } from 'node:path';
import process from 'node:process';
import { runnerImport } from 'vite';

/** `node run.mjs <program> …` runs a program whose imports omit extensions, as the product's bundler allows. */
const [program = ''] = process.argv.splice(2, 1);
await runnerImport(resolve(program), { configFile: false });
