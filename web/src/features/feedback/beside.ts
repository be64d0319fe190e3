import { readDevice } from '../../device/device';
import { tick } from './tick';

type Tap = (areaId: string, change: number) => void;

/** Unless somebody has chosen another way. */
const tickUnlessChosen = (): void => void (readDevice().feedback ?? tick());

/** Connects the cards to what is loaded beside them (without-looking.ts). */
export const beside: {
  /** Counts like a pad; null while there is no card. */
  tap: Tap | null;
  /** Called with each tap: vibrates, unless somebody has chosen another way, until that code has loaded. */
  told: Tap;
  /** Called with each undo, likewise. */
  undone: () => void;
} = {
  tap: null,
  told: tickUnlessChosen,
  undone: tickUnlessChosen,
};
