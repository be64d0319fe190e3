import { useEffect, useState } from 'react';

const IDLE_AFTER_MS = 4_000;
const SIGNS_OF_LIFE = ['pointermove', 'pointerdown', 'keydown'] as const;

/** Whether nobody has moved a pointer, touched the screen or pressed a key for some seconds. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    function wake() {
      setIdle(false);
      clearTimeout(timer);
      timer = setTimeout(() => setIdle(true), IDLE_AFTER_MS);
    }
    wake();
    for (const sign of SIGNS_OF_LIFE) window.addEventListener(sign, wake);
    return () => {
      clearTimeout(timer);
      for (const sign of SIGNS_OF_LIFE) window.removeEventListener(sign, wake);
    };
  }, []);

  return idle;
}
