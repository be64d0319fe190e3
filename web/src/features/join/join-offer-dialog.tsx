import { formatAccessCode } from '../../../../src/shared/rules/access-code';
import type { User } from '../../../../src/shared/schemas/user';
import { takeDoor } from '../../device/device';
import { readDoor } from '../../device/door/door-link';
import { doorSummary } from '../../device/door/door-summary';
import { signInTexts } from '../../texts/sign-in-texts';
import { dialogTexts } from '../../texts/dialog-texts';
import { isUnanswered, serverMessage } from '../../api/api-client';
import { readJoinCode, readJoinKey } from '../../session/join-code';
import { useSession } from '../../session/session';
import { texts } from '../../texts/texts';
import { useRealtime, useUnsentTaps } from '../../realtime/hooks';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/overlays/dialog';
import { DialogActions } from '../../ui/overlays/dialog-actions';
import { Notice } from '../../ui/notice';
import { useSubmission } from '../../ui/forms/use-submission';
import { logIn } from '../auth/auth-api';

export interface JoinOfferDialogProps {
  user: User;
  /** The query of the join link, which is for another event than the one on the screen. */
  link: string;
  onClose: () => void;
}

/**
 * Asks a logged-in user who has opened the join link of another event. Nothing changes without consent. Joining is
 * possible only when all taps of this session are delivered, because nobody might come back to send them.
 */
export function JoinOfferDialog({ user, link, onClose }: JoinOfferDialogProps) {
  const session = useSession();
  const realtime = useRealtime();
  const accessCode = readJoinCode(link) ?? '';
  const door = readDoor(link);
  const { taps } = useUnsentTaps();
  const { busy, error, submit } = useSubmission((failure) =>
    isUnanswered(failure) ? texts.errors.noAnswer : serverMessage(failure, signInTexts.login.failed),
  );

  async function join() {
    // The login ends the current session on the server. Open sockets would take that for a deleted event.
    realtime.closeAll();
    try {
      const { user: joined } = await logIn(accessCode, '', readJoinKey(link));
      if (door) takeDoor(door, joined.eventId);
      session.enter(joined);
    } catch (failure) {
      session.enter(user);
      throw failure;
    }
  }

  return (
    <Dialog
      onClose={onClose}
      title={dialogTexts.offer.title}
      description={
        user.role === 'user'
          ? dialogTexts.offer.code(formatAccessCode(accessCode))
          : dialogTexts.offer.admin(formatAccessCode(accessCode), user.username)
      }
    >
      {error && <Notice tone="bad">{error}</Notice>}
      {door && (
        <p className="mb-4 wrap-anywhere">
          {signInTexts.door.becomes} <strong className="block">{doorSummary(door)}</strong>
        </p>
      )}
      <output className="block text-[0.9375rem] font-medium text-warn">
        {taps > 0 && dialogTexts.offer.unsent(taps)}
      </output>
      <DialogActions>
        <Button variant="quiet" onClick={onClose} data-first-focus>
          {dialogTexts.offer.stay}
        </Button>
        <Button busy={busy || taps > 0} onClick={() => void submit(join, onClose)}>
          {busy ? dialogTexts.offer.joining : dialogTexts.offer.join}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
