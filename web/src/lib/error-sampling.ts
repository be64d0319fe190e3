/** Of page loads, how many are traced, recorded, and recorded once an error happens: shares of one (spec section 9). */
export const ERROR_SAMPLING = {
  tracesSampleRate: 1,
  replaysSessionSampleRate: 0.1,
  replaysOnErrorSampleRate: 1,
} as const;
