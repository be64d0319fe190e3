import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { isMeantElsewhere } from '../../features/areas/use-count-keys';

const PARAMETER = 'area';
/** That the list of areas is one step back. */
const OpenedSchema = z.object({ openedHere: z.literal(true) });

/** The whole screen starts at its top; who leaves it is where they were. Returns what to call before one is shown. */
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
 * The area that has the whole screen, null for none. It stands in the address, so that back leaves it and a reload keeps it;
 * Escape leaves it too.
 */
export function useWholeArea(): readonly [string | null, (areaId: string | null) => void] {
  const location = useLocation();
  const navigate = useNavigate();
  const areaId = new URLSearchParams(location.search).get(PARAMETER);
  const isOneBack = z.safeParse(OpenedSchema, location.state).success;
  const keepScroll = useKeptScroll(areaId);

  const show = useCallback(
    (shown: string | null) => {
      if (shown !== null) {
        keepScroll();
        void navigate({ search: `?${PARAMETER}=${encodeURIComponent(shown)}` }, { state: { openedHere: true } });
      } else if (isOneBack) void navigate(-1);
      else void navigate({ search: '' }, { replace: true });
    },
    [navigate, isOneBack, keepScroll],
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
