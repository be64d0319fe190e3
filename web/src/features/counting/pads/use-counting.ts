import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { Area } from '../../../../../src/shared/schemas/area';
import type { Direction } from '../../../../../src/shared/schemas/device';
import { beside } from '../../feedback/beside';
import { noteCountedArea } from '../areas/last-area';
import { useAnnouncement } from './use-announcement';
import { useCountKeys } from './use-count-keys';

export interface CountingOptions {
  /** Areas with cards. */
  areas: readonly Area[];
  /** Including those that people may be moved to. */
  all: readonly Area[];
  locked: boolean;
  direction: Direction;
  onTap: (areaId: string, change: number) => void;
  onTransfer?: ((fromAreaId: string, toAreaId: string, people: number) => void) | undefined;
  keepAwake: () => void;
}

/**
 * Everything that belongs to a tap besides the count: the keys, keeping the screen on, the announcement to screen
 * readers.
 */
export function useCounting({ areas, all, locked, direction, onTap, onTransfer, keepAwake }: CountingOptions) {
  const latest = useRef(areas);
  const latestOfAll = useRef(all);
  useLayoutEffect(() => {
    latest.current = areas;
    latestOfAll.current = all;
  }, [areas, all]);
  const { announcement, announce } = useAnnouncement(latestOfAll);

  /** A stable function, so that a tap renders only its own card again. */
  const tap = useCallback(
    (areaId: string, change: number) => {
      onTap(areaId, change);
      noteCountedArea(areaId);
      keepAwake();
      announce(areaId);
      beside.told(areaId, change);
    },
    [onTap, keepAwake, announce],
  );
  const move = useCallback(
    (from: string, to: string) => {
      onTransfer?.(from, to, 1);
      keepAwake();
      announce(to);
      beside.told(to, 1);
    },
    [onTransfer, keepAwake, announce],
  );
  useEffect(() => {
    beside.tap = tap;
    return () => {
      beside.tap = null;
    };
  }, [tap]);
  useCountKeys(latest, locked, direction, tap);
  return { tap, move, announcement };
}
