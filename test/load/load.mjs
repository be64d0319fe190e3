import { resolve } from 'node:path';
import { runnerImport } from 'vite';

/** The web's modules name each other as its bundler has it, without extensions. */
await runnerImport(resolve(import.meta.dirname, 'main.ts'), { configFile: false });
