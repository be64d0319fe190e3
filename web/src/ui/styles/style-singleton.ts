import { useEffect } from 'react';
import { adoptStyles } from './adopted-styles';

/**
 * react-style-singleton without its style element: one style sheet, the first one, for everybody who shows these
 * styles.
 */
export function styleSingleton() {
  let users = 0;
  let drop: (() => void) | undefined;
  return function Sheet({ styles }: { styles: string }): null {
    useEffect(() => {
      if (users === 0) drop = adoptStyles(styles);
      users += 1;
      return () => {
        users -= 1;
        if (users === 0) drop?.();
      };
    }, [styles]);
    return null;
  };
}
