/** The header in which a client tells the past server (worker/past.ts) what time it is, epoch ms. */
export const CLOCK_HEADER = 'x-demo-now';
