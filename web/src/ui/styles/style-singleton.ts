import { useEffect } from 'react';
import { adoptStyles } from './adopted-styles';

/**
 * Replaces react-style-singleton without using a style element. All components with these styles share one style sheet:
 * the first one.
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
