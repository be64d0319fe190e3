import { useState } from 'react';
import { useSession } from '../../../lib/session';
import { settingsTexts } from '../../../lib/settings-texts';
import { texts } from '../../../lib/texts';
import { useRealtime, useUnsentTaps } from '../../../realtime/hooks';
import { Button } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { deleteAccount } from '../account-api';

/** What would go, and a button that asks once more. */
export function DeleteView({ username }: { username: string }) {
  const [asking, setAsking] = useState(false);
  return (
    <div className="grid gap-3">
      <p className="font-medium text-pretty">{settingsTexts.deletion.text}</p>
      <p className="text-pretty text-muted">{settingsTexts.deletion.consequence}</p>
      <Button variant="danger" onClick={() => setAsking(true)} className="mt-3">
        {settingsTexts.deletion.confirm}
      </Button>
      {asking && <DeleteQuestion username={username} onClose={() => setAsking(false)} />}
    </div>
  );
}

/** Spec section 8: a failed deletion is only logged. */
function logFailure(failure: unknown): null {
  console.warn('The account could not be deleted', failure);
  return null;
}

function DeleteQuestion({ username, onClose }: { username: string; onClose: () => void }) {
  const session = useSession();
  const realtime = useRealtime();
  const { taps } = useUnsentTaps();

  /** Then out, as in every logout. */
  async function remove() {
    await deleteAccount();
    await realtime.erase();
    await session.leave();
  }

  return (
    <ConfirmDialog
      role="alertdialog"
      title={settingsTexts.settings.delete}
      subject={username}
      description={
        taps > 0
          ? `${settingsTexts.deletion.question} ${settingsTexts.deletion.unsent(taps)}`
          : settingsTexts.deletion.question
      }
      confirmText={settingsTexts.deletion.confirm}
      busyText={texts.common.deleting}
      onConfirm={remove}
      describeFailure={logFailure}
      onClose={onClose}
    />
  );
}
