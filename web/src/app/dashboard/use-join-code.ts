import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import type { User } from '../../../../src/shared/schemas/user';

/** What the login hands over when who is logged in has opened a join link. */
const HandedOverSchema = z.object({ joinCode: z.string() });

/** The access code of a join link that leads elsewhere than this user's own code, and what settles it. */
export function useJoinCode({ accessCode }: User): readonly [joinCode: string | null, settle: () => void] {
  const { state, pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const settle = useCallback(
    () => void navigate({ pathname, search, hash }, { replace: true }),
    [navigate, pathname, search, hash],
  );
  const { joinCode } = z.safeParse(HandedOverSchema, state).data ?? { joinCode: null };
  return [joinCode === accessCode ? null : joinCode, settle];
}
