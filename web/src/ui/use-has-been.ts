import { useState } from 'react';

/** Whether `isSo` is true now or has been at any time since the component was mounted. */
export function useHasBeen(isSo: boolean): boolean {
  const [hasBeen, setHasBeen] = useState(isSo);
  if (isSo && !hasBeen) setHasBeen(true);
  return isSo || hasBeen;
}
