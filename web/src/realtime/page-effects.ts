import type { Effects } from './effects';
import type { OrphanTapSender } from './outbox/orphan-tap-sender';

/** The effects of a page, which also delivers the taps of tabs that were closed. */
export interface PageEffects extends Effects {
  /** Loads the code that delivers closed tabs' taps. Rejects if it cannot be loaded. */
  loadAdopter(): Promise<typeof OrphanTapSender>;
}
