import { lazyPart } from '../../ui/lazy-part';

/** Nothing of a first look at the dashboard waits for it, nor shares the line with it. */
const LOADED_AFTER_MS = 10_000;

export const ServiceStatus = lazyPart(
  async () => {
    await new Promise((resolve) => {
      setTimeout(resolve, LOADED_AFTER_MS);
    });
    return (await import('../../features/status/service-status')).ServiceStatus;
  },
  () => null,
);
