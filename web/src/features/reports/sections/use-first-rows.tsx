import { useState } from 'react';
import { formatCount } from '../../../texts/format';
import { Button } from '../../../ui/button';

/**
 * Returns the first rows, and a button that shows all if there are more. Nobody reads more at once, and the files contain
 * all of them.
 */
export function useFirstRows<Row>(rows: readonly Row[], atOnce: number, showAll: (rows: string) => string) {
  const [all, setAll] = useState(false);
  if (all || rows.length <= atOnce) return { shown: rows, more: null };
  const more = (
    <Button variant="quiet" onClick={() => setAll(true)} className="justify-self-start">
      {showAll(formatCount(rows.length))}
    </Button>
  );
  return { shown: rows.slice(0, atOnce), more };
}
