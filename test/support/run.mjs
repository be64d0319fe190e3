import { resolve } from 'node:path';
import process from 'node:process';
import { runnerImport } from 'vite';

/** `node run.mjs <program> …`: the product's modules name each other as its bundler has it, without extensions. */
const [program = ''] = process.argv.splice(2, 1);
await runnerImport(resolve(program), { configFile: false });
