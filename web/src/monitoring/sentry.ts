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

/**
 * The browser sends error reports to this path, and our server forwards them to Sentry. Content blockers know Sentry's
 * own address, and the page's Content-Security-Policy does not allow it.
 */
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

/** The shares of page loads that are traced, recorded, and recorded when an error happens (docs/product.md, O3). */
const ERROR_SAMPLING = {
  tracesSampleRate: 1,
  replaysSessionSampleRate: 0.1,
  replaysOnErrorSampleRate: 1,
} as const;

/**
 * Matches the attributes in Sentry's descriptions of elements (`htmlTreeAsString`), because their values contain names
 * that people typed. In JSON, backslashes escape the quotes around a value. A quote with fewer backslashes ends the
 * JSON string, so no match crosses it.
 */
const LABELS = /\[(aria-label|title|alt|name)=(\\*)"(?:[^"\\]|\\+[^"\\]|\\*\2")*?\2"\](?=\[| > |\\*"|$)/g;

/** A text of a report without anything that opens or identifies something. */
export const withoutSecrets = (text: string): string =>
  text
    // Queries and fragments: the codes of join links, the tokens of reset links.
    .replaceAll(/(\b(?:https?|wss?):\/\/[^\s"'<>?#\\]+)[?#][^\s"'<>\\]*/g, '$1')
    .replaceAll(/(\/[\w%/.-]*)[?#][^\s"'<>\\]*/g, '$1')
    .replaceAll(/(by-access-code\/)[^\s"'<>/?#\\]+/g, '$1[code]')
    .replaceAll(/\b[0-9a-f]{64}\b/gi, '[token]')
    .replaceAll(/[^\s<>"'(),:;=\\]+@[\p{L}\p{N}.-]+\.\p{L}{2,}/gu, '[email]');
/** Like {@link withoutSecrets}, for data that names elements. Recordings do not, and mask labels themselves. */
export const withoutLabels = (text: string): string => withoutSecrets(text.replaceAll(LABELS, '[$1]'));
