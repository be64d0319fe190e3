import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { type BrowserContext, chromium, type CDPSession, type Page } from 'playwright-core';

/** Lighthouse's slow 4G, with a CPU four times slower than this machine's. */
const SLOW_LINE = {
  offline: false,
  latency: 400,
  downloadThroughput: 1.6e6 / 8,
  uploadThroughput: 750e3 / 8,
};
export const SLOW_CPU = 4;

const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];

export interface Traffic {
  requests: number;
  bytes: number;
}

export interface Phone {
  readonly context: BrowserContext;
  /** A page behind the slow line, or as fast as this machine; `traffic` grows as it loads. */
  openPage(speed: { line: boolean; cpu: number }): Promise<{ page: Page; traffic: Traffic; devtools: CDPSession }>;
  close(): Promise<void>;
}

function watchTraffic(devtools: CDPSession): Traffic {
  const traffic: Traffic = { requests: 0, bytes: 0 };
  devtools.on('Network.requestWillBeSent', ({ request }) => {
    if (!request.url.startsWith('data:')) traffic.requests += 1;
  });
  devtools.on('Network.dataReceived', ({ encodedDataLength }) => {
    traffic.bytes += encodedDataLength;
  });
  devtools.on('Network.responseReceived', ({ response }) => {
    traffic.bytes += response.encodedDataLength;
  });
  return traffic;
}

/** A new phone: nothing is kept on it yet. Its windows are no private ones, so that a service worker can be installed. */
export async function openPhone(baseURL: string): Promise<Phone> {
  const { CHROMIUM_PATH } = process.env;
  if (!CHROMIUM_PATH) throw new Error('CHROMIUM_PATH is not set: run `npm run check:speed`');
  const profile = mkdtempSync(join(tmpdir(), 'headroom-phone-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM_PATH,
    args: FLAGS,
    baseURL,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    locale: 'en-US',
  });
  return {
    context,
    async openPage({ line, cpu }) {
      const page = await context.newPage();
      const devtools = await context.newCDPSession(page);
      await devtools.send('Network.enable');
      if (line) await devtools.send('Network.emulateNetworkConditions', SLOW_LINE);
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpu });
      return { page, traffic: watchTraffic(devtools), devtools };
    },
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
