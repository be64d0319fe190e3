import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { joinLinkIn } from '../../lib/door/carried-link';
import { readJoinCode } from '../../lib/join-code';

interface OpenedLink {
  /** Its query; null while there is nothing to settle. */
  readonly link: string | null;
  readonly joinCode: string | null;
  readonly settle: () => void;
}

/** The join link that who is logged in has opened, and what settles it. */
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
