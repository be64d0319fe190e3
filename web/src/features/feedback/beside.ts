import { readDevice } from '../../lib/device';
import { tick } from '../../lib/tick';

type Tap = (areaId: string, change: number) => void;

/** As far as nobody has chosen another way. */
const tickUnlessChosen = (): void => void (readDevice().feedback ?? tick());

/** Between the cards and what is loaded beside them (without-looking.ts). */
export const beside: {
  /** Counts as a pad does; null while there is no card. */
  tap: Tap | null;
  /** Hears of each tap: a tick, as far as nobody has chosen another way, until that code is there. */
  told: Tap;
  /** Hears of each tap that is taken back, likewise. */
  undone: () => void;
} = {
  tap: null,
  told: tickUnlessChosen,
  undone: tickUnlessChosen,
};
