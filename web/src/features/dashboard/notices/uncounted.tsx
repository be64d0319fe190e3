import { Suspense } from 'react';
import { useRefusedTaps, useTellsOfStorage, useUncountedTaps } from '../../../realtime/hooks';
import { useHasBeen } from '../../../ui/use-has-been';
import { UncountedNotices } from '../counting-parts';

/** Refused and lost taps, and that none can be stored, from the first such case on. */
export function Uncounted({ shownEvent }: { shownEvent: string }) {
  const hasSome = [useUncountedTaps().length > 0, useTellsOfStorage(), useRefusedTaps() > 0].includes(true);
  return (
    useHasBeen(hasSome) && (
      <Suspense>
        <UncountedNotices shownEvent={shownEvent} />
      </Suspense>
    )
  );
}
