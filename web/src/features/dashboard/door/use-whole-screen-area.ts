import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { AREA_PARAM } from '../../../urls/paths';
import { isMeantElsewhere } from '../../counting/pads/use-count-keys';

/** State of a history entry that was opened from the list of areas: going back one step returns to the list. */
const OpenedSchema = z.object({ openedHere: z.literal(true) });

/**
 * Scrolls to the top when an area is opened on the whole screen, and back to the earlier position when it is closed.
 * Returns a function that the caller must call before an area is opened.
 */
function useKeptScroll(areaId: string | null): () => void {
  const shown = useRef(areaId);
  const listAt = useRef(0);
  useLayoutEffect(() => {
    if (shown.current === areaId) return;
    shown.current = areaId;
    window.scrollTo(0, areaId === null ? listAt.current : 0);
  }, [areaId]);
  return useCallback(() => {
    listAt.current = window.scrollY;
  }, []);
}

/**
 * Returns the id of the area on the whole screen (null for none), and a function that opens or closes it. The id is in
 * the address, so that the back button closes the area and a reload keeps it. Escape closes it, too.
 * @param firstId the area that is open by default, until somebody closes it for the list
 */
export function useWholeScreenArea(firstId: string | null): readonly [string | null, (areaId: string | null) => void] {
  const location = useLocation();
  const navigate = useNavigate();
  const askedId = new URLSearchParams(location.search).get(AREA_PARAM);
  const [leftId, setLeftId] = useState<string | null>(null);
  const areaId = askedId ?? (firstId === leftId ? null : firstId);
  const isOneBack = z.safeParse(OpenedSchema, location.state).success;
  const keepScroll = useKeptScroll(areaId);

  const show = useCallback(
    (shown: string | null) => {
      if (shown !== null) {
        keepScroll();
        void navigate({ search: `?${AREA_PARAM}=${encodeURIComponent(shown)}` }, { state: { openedHere: true } });
        return;
      }
      setLeftId(firstId);
      if (askedId === null) return;
      if (isOneBack) void navigate(-1);
      else void navigate({ search: '' }, { replace: true });
    },
    [navigate, askedId, firstId, isOneBack, keepScroll],
  );

  useEffect(() => {
    if (areaId === null) return undefined;
    const leave = ({ key, target, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented && !isMeantElsewhere(target)) show(null);
    };
    document.addEventListener('keydown', leave);
    return () => document.removeEventListener('keydown', leave);
  }, [areaId, show]);

  return [areaId, show];
}
