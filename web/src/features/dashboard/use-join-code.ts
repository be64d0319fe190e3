import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { joinLinkIn } from '../../device/door/carried-link';
import { readJoinCode } from '../../session/join-code';

interface OpenedLink {
  /** The query of the join link; null if no link is to be handled. */
  readonly link: string | null;
  readonly joinCode: string | null;
  readonly settle: () => void;
}

/** Returns the join link that the logged-in user has opened, and a function that removes it from the history entry. */
export function useJoinCode(): OpenedLink {
  const { state, pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const settle = useCallback(
    () => void navigate({ pathname, search, hash }, { replace: true }),
    [navigate, pathname, search, hash],
  );
  const link = joinLinkIn(state) ?? '';
  const joinCode = readJoinCode(link);
  return { link: joinCode && link, joinCode, settle };
}
