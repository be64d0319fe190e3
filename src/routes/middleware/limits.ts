/** The largest body, in bytes (docs/product.md, E5). */
export const BODY_MAX_BYTES = 65_536;
/** The largest error report of a browser, in bytes: it can contain a screen recording. */
export const ERROR_REPORT_MAX_BYTES = 1_048_576;
