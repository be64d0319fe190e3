import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { isMeantElsewhere } from '../../counting/pads/use-count-keys';

const PARAMETER = 'area';
/** Marks that the list of areas is one step back. */
const OpenedSchema = z.object({ openedHere: z.literal(true) });

/**
 * The whole screen starts at its top, and whoever leaves it returns to the earlier position. Returns what to call
 * before one is shown.
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
 * The area that has the whole screen, null for none. It is in the address, so that back leaves it and a reload keeps
 * it; Escape leaves it, too.
 * @param firstId the area that has the whole screen by default, until somebody leaves it for the list
 */
export function useWholeArea(firstId: string | null): readonly [string | null, (areaId: string | null) => void] {
  const location = useLocation();
  const navigate = useNavigate();
  const askedId = new URLSearchParams(location.search).get(PARAMETER);
  const [leftId, setLeftId] = useState<string | null>(null);
  const areaId = askedId ?? (firstId === leftId ? null : firstId);
  const isOneBack = z.safeParse(OpenedSchema, location.state).success;
  const keepScroll = useKeptScroll(areaId);

  const show = useCallback(
    (shown: string | null) => {
      if (shown !== null) {
        keepScroll();
        void navigate({ search: `?${PARAMETER}=${encodeURIComponent(shown)}` }, { state: { openedHere: true } });
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
