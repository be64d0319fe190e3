import { resolve } from 'node:path';
import process from 'node:process';
import { runnerImport } from 'vite';
import { findChromium } from '../chromium.mjs';

/**
 * Measures how fast the product is on a slow phone (test/speed). The tests' modules import each other without
 * extensions, as their bundler expects.
 */
process.env.CHROMIUM_PATH = findChromium();
await runnerImport(resolve('test/speed/main.ts'), { configFile: false });
