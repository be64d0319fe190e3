import { useState } from 'react';
import { settingsTexts } from '../../../texts/settings-texts';
import { Button } from '../../../ui/button';
import { DeleteQuestion } from './delete-question';
import { useActivity } from './deletion-api';

/** Says what deleting the account means. Its button opens the confirmation question. */
export function DeleteView({ username }: { username: string }) {
  const [asking, setAsking] = useState(false);
  const activity = useActivity();
  return (
    <div className="grid gap-3">
      <p className="font-medium text-pretty">{settingsTexts.deletion.text}</p>
      <p className="text-pretty text-muted">{settingsTexts.deletion.consequence}</p>
      <Button variant="danger" onClick={() => setAsking(true)} className="mt-3">
        {settingsTexts.deletion.confirm}
      </Button>
      {asking && <DeleteQuestion username={username} activity={activity} onClose={() => setAsking(false)} />}
    </div>
  );
}
