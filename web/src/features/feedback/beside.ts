import { readDevice } from '../../device/device';
import { tick } from './tick';

type Tap = (areaId: string, change: number, category?: string) => void;

/** Vibrates, unless a kind of feedback was chosen on this device. */
const tickUnlessChosen = (): void => void (readDevice().feedback ?? tick());

/** Connects the cards to the component that is loaded beside them (without-looking.ts). */
export const beside: {
  /** Counts as a pad does; null while no cards are shown. */
  tap: Tap | null;
  /**
   * Called with each tap. Until the feedback code has loaded it vibrates, unless a kind of feedback was chosen on this
   * device.
   */
  onTap: Tap;
  /** Called with each undo. Until the feedback code has loaded it does the same as `onTap`. */
  onUndo: () => void;
} = {
  tap: null,
  onTap: tickUnlessChosen,
  onUndo: tickUnlessChosen,
};
