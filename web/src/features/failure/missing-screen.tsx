import { texts } from '../../texts/texts';
import { missingText, useReload } from '../../ui/overlays/lazy-component';
import { Spinner } from '../../ui/spinner';
import { FailureScreen } from './failure-screen';

/** Replaces a whole screen whose code cannot be loaded. */
export function MissingScreen() {
  const reloading = useReload();
  if (reloading) return <Spinner />;
  return <FailureScreen title={texts.errors.partMissingTitle} text={missingText()} />;
}
