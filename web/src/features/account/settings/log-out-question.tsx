import { useQueryClient } from '@tanstack/react-query';
import { isRefusal, ownMessage } from '../../../api/api-client';
import { settingsTexts } from '../../../texts/settings-texts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog';
import { endSessions, SESSIONS_KEY } from '../security-api';

/** `name`: the browser as it is listed. `count`: how many others there are. */
export type LoggedOut = { type: 'one'; sessionId: string; name: string } | { type: 'others'; count: number };

export interface LogOutQuestionProps {
  which: LoggedOut;
  onClose: () => void;
}

/** Asks before other devices are logged out, because somebody may be counting there. */
export function LogOutQuestion({ which, onClose }: LogOutQuestionProps) {
  const client = useQueryClient();
  const { security } = settingsTexts;

  /** A session that has ended already is what was wanted. */
  async function logOut() {
    try {
      await endSessions(which.type === 'one' ? which : 'others');
    } catch (failure) {
      if (!isRefusal(failure, 'not_found')) throw failure;
    }
    await client.invalidateQueries({ queryKey: SESSIONS_KEY });
  }

  return (
    <ConfirmDialog
      title={which.type === 'one' ? security.question : security.logOutOthers}
      subject={which.type === 'one' ? which.name : security.others(which.count)}
      description={which.type === 'one' ? security.consequence : security.othersConsequence}
      confirmText={security.logOut}
      busyText={security.busy}
      onConfirm={logOut}
      describeFailure={(failure) => ownMessage(failure, security.failed)}
      onClose={onClose}
    />
  );
}
