import { resolve } from 'node:path';
import { runnerImport } from 'vite';

/** The product's modules import each other without extensions, as its bundler expects. */
await runnerImport(resolve(import.meta.dirname, 'demo/main.ts'), { configFile: false });
