import { useEffect, useEffectEvent } from 'react';
import { useDevice } from '../../lib/device';
import { hearRemote, type IsElsewhere, type RemotePress } from './remote-keys';

/**
 * Hears the remote that was taught to this device.
 *
 * @param isElsewhere the same function every time; null not to hear it
 */
export function useRemote(isElsewhere: IsElsewhere | null, onPress: RemotePress): void {
  const { remote } = useDevice();
  const press = useEffectEvent(onPress);
  useEffect(
    () => (remote && isElsewhere ? hearRemote(remote, isElsewhere, (...pressed) => press(...pressed)) : undefined),
    [remote, isElsewhere],
  );
}
