// oxlint-disable-next-line import/no-unassigned-import -- jsdom has no IndexedDB; this defines its classes
import 'fake-indexeddb/auto';
import { cleanup, configure, prettyDOM } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import { speak } from '../../web/src/texts/texts';
import { stubSockets } from './support/fake-sockets';
import { StillObserver } from './support/fake-plot';
// oxlint-disable-next-line import/no-unassigned-import -- it changes a counter of React
import './support/no-owner-stacks';

/** The error of a query that found nothing. It prints the page when somebody reads it: a wait discards all but the last. */
function notFound(message: string | null, container: Element): Error {
  const error = Object.assign(new Error(), { name: 'TestingLibraryElementError' });
  const whole = () => [message, prettyDOM(container)].filter(Boolean).join('\n\n');
  return Object.defineProperty(error, 'message', { get: whole, configurable: true });
}

/** Waiting ends as soon as its condition is met. The limit is long because the machine may be busy. */
configure({ asyncUtilTimeout: 10_000, getElementError: notFound });

/** Sets the companion of the session cookie: tests start on a device where somebody may be logged in. */
beforeEach(() => {
  stubSockets();
  document.cookie = 'headroom_signed_in=1; Path=/';
  // jsdom has no layout and no media; its own functions for them log an error on each call.
  vi.stubGlobal('scrollTo', vi.fn<typeof window.scrollTo>());
  Element.prototype.scrollIntoView = vi.fn<Element['scrollIntoView']>();
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('ResizeObserver', StillObserver);
  vi.stubGlobal('IntersectionObserver', StillObserver);
  const media = Object.assign(new EventTarget(), { matches: false });
  vi.stubGlobal('matchMedia', () => media);
});

// jsdom supports constructed style sheets but not their adoption by a page.
document.adoptedStyleSheets = [];

/** A closed page runs no code, so timers end with their test. */
const timers = new Set<ReturnType<typeof setTimeout>>();
globalThis.setTimeout = new Proxy(globalThis.setTimeout, {
  apply(start, self, args: Parameters<typeof setTimeout>) {
    const timer = Reflect.apply(start, self, args);
    timers.add(timer);
    return timer;
  },
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  cleanup();
  speak(null);
  for (const timer of timers) clearTimeout(timer);
  timers.clear();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

/** More turns of the event loop than a page needs to read its stored taps. */
const TURNS = 10;
// The last test's page may still read its storage, whose classes go with the window.
afterAll(async () => {
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setTimeout(resolve));
});

/** Tests do not load Stripe's script from the network: the Stripe object of the page is used. */
vi.mock('@stripe/stripe-js/pure', () => ({
  loadStripe: async (key: string, options: object) => {
    if (!('Stripe' in window) || typeof window.Stripe !== 'function') throw new Error('Failed to load Stripe.js');
    return window.Stripe(key, options);
  },
}));
