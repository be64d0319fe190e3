import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject, useState } from 'react';
import type { Area } from '../../../../../src/shared/schemas/area';
import type { Categories } from '../../../../../src/shared/schemas/category';
import type { Direction } from '../../../../../src/shared/schemas/device';
import { beside } from '../../feedback/beside';
import { noteCountedArea } from '../areas/last-area';
import { useCountKeys } from './use-count-keys';
import { formatCount } from '../../../texts/format';
import { texts } from '../../../texts/texts';

export interface CountingOptions {
  /** The areas whose cards are shown. */
  areas: readonly Area[];
  /** All areas, including those that are only targets of transfers. */
  all: readonly Area[];
  /** The categories that have pads. Must be the same object until they change. */
  categories: Categories;
  locked: boolean;
  direction: Direction;
  /** Undefined for users who only watch. */
  onTap: ((areaId: string, change: number, category?: string) => void) | undefined;
  onTransfer?: ((fromAreaId: string, toAreaId: string, people: number, category?: string) => void) | undefined;
  keepAwake: () => void;
}

/** Handles everything around a tap: keys, keeping the screen on, and the announcement to screen readers. */
export function useCounting(options: CountingOptions) {
  const { areas, all, categories, locked, direction, onTap, onTransfer, keepAwake } = options;
  const latest = useRef(areas);
  const latestOfAll = useRef(all);
  useLayoutEffect(() => {
    latest.current = areas;
    latestOfAll.current = all;
  }, [areas, all]);
  const { announcement, announce } = useAnnouncement(latestOfAll);

  /** The function is stable, so that a tap renders only its own card again. */
  const tap = useCallback(
    (areaId: string, change: number, category?: string) => {
      onTap?.(areaId, change, category);
      noteCountedArea(areaId);
      keepAwake();
      announce(areaId);
      beside.onTap(areaId, change);
    },
    [onTap, keepAwake, announce],
  );
  const move = useCallback(
    (from: string, to: string, category?: string) => {
      onTransfer?.(from, to, 1, category);
      keepAwake();
      announce(to);
      beside.onTap(to, 1);
    },
    [onTransfer, keepAwake, announce],
  );
  const mayCount = onTap !== undefined;
  useEffect(() => {
    if (!mayCount) return undefined;
    beside.tap = tap;
    return () => {
      beside.tap = null;
    };
  }, [mayCount, tap]);
  useCountKeys(latest, categories, locked || !mayCount, direction, tap);
  return { tap, move, announcement };
}

/** The time in ms after which taps are announced. Fast taps are announced once, with their result. */
const ANNOUNCE_AFTER_MS = 1_000;

/** Announces the result of this page's taps on an area to screen readers, at most once a second. */
function useAnnouncement(areas: RefObject<readonly Area[]>) {
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
