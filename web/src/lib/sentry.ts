import {
  breadcrumbsIntegration,
  browserTracingIntegration,
  captureException,
  consoleIntegration,
  init,
  makeFetchTransport,
  replayIntegration,
} from '@sentry/react';
import type { Config } from '../../../src/shared/schemas/system';
import { ERROR_SAMPLING } from './error-sampling';
import { withoutLabels, withoutSecrets } from './without-secrets';

/** By way of us: content blockers know Sentry's own address, and the page's policy lets it reach nobody else. */
const TUNNEL = '/api/errors';

/** Also in addresses, and in what others put into a report: nothing leaves the page unread. */
function scrub(payload: unknown): unknown {
  if (payload instanceof Uint8Array) return payload;
  const clean = typeof payload === 'string' ? withoutSecrets : withoutLabels;
  return JSON.parse(clean(JSON.stringify(payload)));
}

type Transport = ReturnType<typeof makeFetchTransport>;

function scrubbingTransport(options: Parameters<typeof makeFetchTransport>[0]): Transport {
  const transport = makeFetchTransport(options);
  return {
    ...transport,
    send: (envelope) => {
      for (const item of envelope[1]) Object.assign(item, { 1: scrub(item[1]) });
      return transport.send(envelope);
    },
  };
}

/** Tells Sentry of what has been kept, and starts it: from now on it hears of all errors that nobody catches. */
export function startSentry(
  { dsn, environment, release }: NonNullable<Config['errorReporting']>,
  kept: readonly unknown[],
): void {
  init({
    dsn,
    environment,
    release,
    tunnel: TUNNEL,
    transport: scrubbingTransport,
    dataCollection: {
      userInfo: false,
      cookies: false,
      httpHeaders: false,
      httpBodies: [],
      urlQueryParams: false,
      stackFrameVariables: false,
    },
    // Our own calls carry nothing of Sentry's.
    tracePropagationTargets: [],
    ...ERROR_SAMPLING,
    integrations: [
      // In place of the default ones, which keep the labels of what was clicked, and all that is said on the console.
      breadcrumbsIntegration({ dom: false }),
      consoleIntegration({ levels: [] }),
      browserTracingIntegration(),
      replayIntegration({
        maskAllText: true,
        maskAllInputs: true,
        blockAllMedia: true,
        // Compressed it would need a worker of its own, from a blob, and nobody could read what leaves.
        useCompression: false,
      }),
    ],
  });
  for (const error of kept) captureException(error);
}
