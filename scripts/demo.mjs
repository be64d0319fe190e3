import { resolve } from 'node:path';
import { runnerImport } from 'vite';

/** runnerImport resolves the product's imports, which have no extensions, as its bundler does. */
await runnerImport(resolve(import.meta.dirname, 'demo/main.ts'), { configFile: false });
