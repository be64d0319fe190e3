import { useEffect, useEffectEvent } from 'react';
import { useDevice } from '../../device/device';
import { hearRemote, type IsElsewhere, type RemotePress } from './remote-keys';

/**
 * Listens to the keys of the remote that was taught to this device.
 * @param isElsewhere must be the same function on every render; null to stop listening
 */
export function useRemote(isElsewhere: IsElsewhere | null, onPress: RemotePress): void {
  const { remote } = useDevice();
  const press = useEffectEvent(onPress);
  useEffect(
    () => (remote && isElsewhere ? hearRemote(remote, isElsewhere, (...pressed) => press(...pressed)) : undefined),
    [remote, isElsewhere],
  );
}
