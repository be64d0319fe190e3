// oxlint-disable-next-line import/no-unassigned-import -- jsdom has no IndexedDB; this defines its classes
import 'fake-indexeddb/auto';
import { cleanup, configure } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, vi } from 'vitest';
import { StillObserver } from './support/fake-plot';

/** Waiting ends as soon as there is what is waited for: a machine that is busy with other files gets its time. */
configure({ asyncUtilTimeout: 10_000 });

/** The companion of the session's cookie: tests start on a device where somebody may be logged in. */
beforeEach(() => {
  document.cookie = 'headroom_signed_in=1; Path=/';
  // jsdom lays nothing out, says so on each call, and knows no media.
  vi.stubGlobal('scrollTo', vi.fn<typeof window.scrollTo>());
  Element.prototype.scrollIntoView = vi.fn<Element['scrollIntoView']>();
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('ResizeObserver', StillObserver);
  const media = Object.assign(new EventTarget(), { matches: false });
  vi.stubGlobal('matchMedia', () => media);
});

// jsdom has sheets that are made by hand, but no page that adopts them.
document.adoptedStyleSheets = [];

/** A page that is closed runs nothing more: timers end with their test. */
const timers = new Set<ReturnType<typeof setTimeout>>();
globalThis.setTimeout = new Proxy(globalThis.setTimeout, {
  apply(start, self, args: Parameters<typeof setTimeout>) {
    const timer = Reflect.apply(start, self, args);
    timers.add(timer);
    return timer;
  },
});

afterEach(() => {
  cleanup();
  for (const timer of timers) clearTimeout(timer);
  timers.clear();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

/** Stripe's script does not come from the net in a test: whatever stands in the page is Stripe. */
vi.mock('@stripe/stripe-js/pure', () => ({
  loadStripe: async (key: string, options: object) => {
    if (!('Stripe' in window) || typeof window.Stripe !== 'function') throw new Error('Failed to load Stripe.js');
    return window.Stripe(key, options);
  },
}));
