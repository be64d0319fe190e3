import { useState } from 'react';
import type { User } from '../../../../../src/shared/schemas/user';
import { may } from '../../../session/may';
import { settingsTexts } from '../../../texts/settings-texts';
import { Button } from '../../../ui/button';
import { useMembers } from '../members/members-api';
import { DeleteQuestion } from './delete-question';
import { useActivity } from './deletion-api';

/** Whether the account would stay without this user, because it has another owner; undefined while that is not known. */
function useLeaves(user: User): boolean | undefined {
  const { data, isPending } = useMembers(user);
  if (!may(user, 'close')) return true;
  if (isPending) return undefined;
  return data !== undefined && data.members.some(({ role, isYou }) => role === 'owner' && !isYou);
}

/** Says what deleting the account means, or leaving it. Its button opens the confirmation question. */
export function DeleteView({ user }: { user: User }) {
  const [asking, setAsking] = useState(false);
  const activity = useActivity();
  const leaves = useLeaves(user);
  const words = leaves === true ? settingsTexts.leaving : settingsTexts.deletion;
  return (
    <div className="grid gap-3">
      <p className="font-medium text-pretty">{words.text}</p>
      <p className="text-pretty text-muted">{words.consequence}</p>
      <Button variant="danger" onClick={() => setAsking(true)} className="mt-3">
        {words.confirm}
      </Button>
      {asking && <DeleteQuestion user={user} leaves={leaves} activity={activity} onClose={() => setAsking(false)} />}
    </div>
  );
}
