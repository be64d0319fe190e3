import { resolve } from 'node:path';
import process from 'node:process';
import { runnerImport } from 'vite';
import { findChromium } from './chromium.mjs';

/** How fast the product is on a slow phone (test/speed). The tests' modules name each other as their bundler has it. */
process.env.CHROMIUM_PATH = findChromium();
await runnerImport(resolve('test/speed/main.ts'), { configFile: false });
