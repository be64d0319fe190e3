import { useEffect, useState } from 'react';
import { countWaitingTaps } from '../../realtime/outbox/waiting-taps';
import { signInTexts } from '../../texts/sign-in-texts';
import { useMounted } from '../../ui/overlays/use-mounted';

/** Says that an earlier session left unsent taps on this device; nothing without any. */
export function WaitingTaps() {
  const [taps, setTaps] = useState(0);
  const isMounted = useMounted();
  useEffect(() => {
    void countWaitingTaps().then((waiting) => isMounted() && setTaps(waiting));
  }, [isMounted]);
  if (taps === 0) return null;
  return <output className="px-1 text-[0.9375rem] font-medium text-bad">{signInTexts.login.waiting(taps)}</output>;
}
