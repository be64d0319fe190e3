import { useState } from 'react';

/** Whether it is true, or has been true at any time since the component was mounted. */
export function useHasBeen(isSo: boolean): boolean {
  const [hasBeen, setHasBeen] = useState(isSo);
  if (isSo && !hasBeen) setHasBeen(true);
  return isSo || hasBeen;
}
