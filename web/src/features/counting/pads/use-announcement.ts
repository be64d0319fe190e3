import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { Area } from '../../../../../src/shared/schemas/area';
import { formatCount } from '../../../texts/format';
import { texts } from '../../../texts/texts';

/** Fast taps are announced once, with their result. */
const ANNOUNCE_AFTER_MS = 1_000;

/** For screen readers: the result of own taps on an area, at most once a second. */
export function useAnnouncement(areas: RefObject<readonly Area[]>) {
  const [announcement, setAnnouncement] = useState('');
  const tapped = useRef<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const announce = useCallback(
    (areaId: string) => {
      const waiting = tapped.current !== null;
      tapped.current = areaId;
      if (waiting) return;
      timer.current = setTimeout(() => {
        const area = areas.current.find((other) => other.areaId === tapped.current);
        tapped.current = null;
        if (area) setAnnouncement(texts.card.announced(area.areaName, formatCount(area.currentOccupancy)));
      }, ANNOUNCE_AFTER_MS);
    },
    [areas],
  );
  return { announcement, announce };
}
