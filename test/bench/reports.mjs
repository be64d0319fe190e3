import { resolve } from 'node:path';
import { runnerImport } from 'vite';

/** The report's modules name each other as their bundler has it, without extensions. */
await runnerImport(resolve(import.meta.dirname, 'report-days.ts'), { configFile: false });
