/** In which a visitor tells the worker of the past what time it is, epoch ms. */
export const CLOCK_HEADER = 'x-demo-now';
