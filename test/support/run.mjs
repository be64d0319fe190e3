import { resolve } from 'node:path';
import process from 'node:process';
import { runnerImport } from 'vite';

/**
 * `node run.mjs <program> …` runs a program that imports the product's modules, whose imports omit extensions because a
 * bundler resolves them.
 */
const [program = ''] = process.argv.splice(2, 1);
await runnerImport(resolve(program), { configFile: false });
