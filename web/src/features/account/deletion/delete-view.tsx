import { useState } from 'react';
import type { User } from '../../../../../src/shared/schemas/user';
import { may } from '../../../session/may';
import { settingsTexts } from '../../../texts/settings-texts';
import { texts } from '../../../texts/texts';
import { Button } from '../../../ui/button';
import { Loaded } from '../../../ui/loaded';
import { type Member, useMembers } from '../members/members-api';
import { DeleteQuestion } from './delete-question';
import { useActivity } from './deletion-api';

/** Shows an owner how to delete the account, or to leave it while it has another owner. Everybody else can leave it. */
export function DeleteView({ user }: { user: User }) {
  const query = useMembers(user);
  if (!may(user, 'close')) return <Ending user={user} others={[]} />;
  return (
    <Loaded isPart query={query} failedText={texts.errors.unexpectedAnswer}>
      {({ members }) => <Ending user={user} others={members.filter(({ isYou }) => !isYou)} />}
    </Loaded>
  );
}

interface EndingProps {
  user: User;
  /** The other members of the account; empty for a user who may not see them. */
  others: readonly Member[];
}

/** Says what deleting the account means, or leaving it. Its button opens the confirmation question. */
function Ending({ user, others }: EndingProps) {
  const [asking, setAsking] = useState(false);
  const activity = useActivity(user);
  const isOwner = may(user, 'close');
  const leaves = !isOwner || others.some(({ role }) => role === 'owner');
  const { deletion, leaving } = settingsTexts;
  const words = leaves ? leaving : deletion;
  return (
    <div className="grid gap-3">
      <p className="font-medium text-pretty">{words.text}</p>
      <p className="text-pretty text-muted">{words.consequence}</p>
      {leaves && isOwner && <p className="text-pretty text-muted">{leaving.deleteInstead}</p>}
      <Button variant="danger" onClick={() => setAsking(true)} className="mt-3">
        {words.confirm}
      </Button>
      {asking && (
        <DeleteQuestion
          user={user}
          leaves={leaves}
          others={others.length}
          activity={activity}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
