import { withTexts } from '../../../texts/later-texts';
import { lazyComponent } from '../../../ui/overlays/lazy-component';
import { isRefusal } from '../../../api/api-client';
import { MissingScreen } from '../../failure/missing-screen';

/** The screen for the second step, which few logins need. */
export const LateSecondStep = lazyComponent(
  async () => (await withTexts(import('./second-step'), 'secondStep')).SecondStep,
  MissingScreen,
);

/** What a login lacks besides the password: a code, or a second step that the account demands. */
export type LackingStep = 'code' | 'setUp';

/** Returns what the login lacks, for which it was refused; null for every other refusal. */
export function lackingStep(failure: unknown): LackingStep | null {
  if (isRefusal(failure, 'second_step_needed')) return 'code';
  return isRefusal(failure, 'second_step_demanded') ? 'setUp' : null;
}
