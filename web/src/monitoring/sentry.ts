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

/** Reports go through this server: content blockers and the page's policy block Sentry's own address. */
const TUNNEL = '/api/errors';

/** Removes secrets from every part of a report: addresses and data of other code can contain secrets, too. */
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

/** Starts Sentry, which then catches all uncaught errors, and reports the kept errors. */
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
    // No call gets headers from Sentry.
    tracePropagationTargets: [],
    ...ERROR_SAMPLING,
    integrations: [
      // These replace the default integrations, which would record the labels of clicked elements and all console
      // output.
      breadcrumbsIntegration({ dom: false }),
      consoleIntegration({ levels: [] }),
      browserTracingIntegration(),
      replayIntegration({
        maskAllText: true,
        maskAllInputs: true,
        blockAllMedia: true,
        // Compression would need another worker from a blob, and the scrubbing could not read compressed recordings.
        useCompression: false,
      }),
    ],
  });
  for (const error of kept) captureException(error);
}

/**
 * The share of page loads that are traced, the share that are recorded, and the share that are recorded after an error
 * (docs/product.md, X3).
 */
const ERROR_SAMPLING = {
  tracesSampleRate: 1,
  replaysSessionSampleRate: 0.1,
  replaysOnErrorSampleRate: 1,
} as const;

/**
 * Matches labels in Sentry's descriptions of elements (`htmlTreeAsString`). Labels contain names that people have
 * typed. In JSON, their quotes are escaped with backslashes; an unescaped quote ends the text.
 */
const LABELS = /\[(aria-label|title|alt|name)=(\\*)"(?:[^"\\]|\\+[^"\\]|\\*\2")*?\2"\](?=\[| > |\\*"|$)/g;

/** Removes access codes, tokens and emails from a report's text. */
export const withoutSecrets = (text: string): string =>
  text
    // Queries and fragments contain the codes of join links and the tokens of reset links.
    .replaceAll(/(\b(?:https?|wss?):\/\/[^\s"'<>?#\\]+)[?#][^\s"'<>\\]*/g, '$1')
    .replaceAll(/(\/[\w%/.-]*)[?#][^\s"'<>\\]*/g, '$1')
    .replaceAll(/(by-access-code\/)[^\s"'<>/?#\\]+/g, '$1[code]')
    .replaceAll(/\b[0-9a-f]{64}\b/gi, '[token]')
    .replaceAll(/[^\s<>"'(),:;=\\]+@[\p{L}\p{N}.-]+\.\p{L}{2,}/gu, '[email]');
/** Does what {@link withoutSecrets} does, and removes labels of elements. Recordings already mask labels. */
export const withoutLabels = (text: string): string => withoutSecrets(text.replaceAll(LABELS, '[$1]'));
