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

/** Through this server: content blockers know Sentry's own address, and the page's policy allows no other host. */
const TUNNEL = '/api/errors';

/** Also in addresses, and in data of other code in a report: everything is checked before it leaves the page. */
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

/** Reports the kept errors to Sentry and starts it: from now on it catches all uncaught errors. */
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
    // Our own calls carry none of Sentry's headers.
    tracePropagationTargets: [],
    ...ERROR_SAMPLING,
    integrations: [
      // Instead of the default integrations, which keep the labels of clicked elements and all console output.
      breadcrumbsIntegration({ dom: false }),
      consoleIntegration({ levels: [] }),
      browserTracingIntegration(),
      replayIntegration({
        maskAllText: true,
        maskAllInputs: true,
        blockAllMedia: true,
        // Compression would need a worker of its own from a blob, and nobody could read what leaves.
        useCompression: false,
      }),
    ],
  });
  for (const error of kept) captureException(error);
}
