/** The shares of page loads that are traced, recorded, and recorded when an error happens (docs/product.md, O3). */
export const ERROR_SAMPLING = {
  tracesSampleRate: 1,
  replaysSessionSampleRate: 0.1,
  replaysOnErrorSampleRate: 1,
} as const;
