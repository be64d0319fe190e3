import type { ReactNode } from 'react';
import { useSession } from '../../../session/session';
import { texts } from '../../../texts/app-texts';
import { IconButton } from '../../../ui/button';
import { LogOut } from '../../../ui/icons/counting';
import { useAskedLeaving } from './asked-leaving';

/**
 * Returns a function that logs out, and the question that it may ask first: always at a door, where a hasty thumb can
 * hit the button and the access code is not at hand.
 */
export function useLogOut(): { askToLogOut: () => void; question: ReactNode } {
  const session = useSession();
  const { ask, question } = useAskedLeaving({
    alwaysAsks: session.user?.role === 'user',
    words: texts.logOut,
    leave: () => void session.leave(),
  });
  return { askToLogOut: ask, question };
}

export function LogOutButton() {
  const { askToLogOut, question } = useLogOut();
  return (
    <>
      <IconButton label={texts.header.logOut} onClick={askToLogOut}>
        <LogOut size={20} />
      </IconButton>
      {question}
    </>
  );
}
