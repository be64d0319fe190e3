import { resolve } from 'node:path';
import process from 'node:process';
import { runnerImport } from 'vite';
import { findChromium } from '../chromium.mjs';

/**
 * Measures how fast the product is on a slow phone (test/speed). runnerImport resolves the tests' imports, which have
 * no extensions, as their bundler does.
 */
process.env.CHROMIUM_PATH = findChromium();
await runnerImport(resolve('test/speed/main.ts'), { configFile: false });
