import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AlertRecipient, RecipientChoices, RecipientKind } from '../../../../src/shared/notifications/schemas';
import type { Event } from '../../../../src/shared/schemas/event';
import { currentLanguage } from '../../texts/texts';
import { notificationTexts } from '../../texts/notification-texts';
import { CopiedSecret } from '../../ui/clipboard/copied-secret';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog';
import { Dialog } from '../../ui/overlays/dialog';
import { showToast } from '../../ui/overlays/toasts';
import { PushDeniedError, subscribeToPushes } from './push-subscription';
import { NEW_CHOICES, RecipientForm } from './recipient-form';
import { addRecipient, changeRecipient, DELIVERIES_KEY, deleteRecipient, RECIPIENTS_KEY } from './recipients-api';

/** What the dialog is about: a new recipient of a kind, or one of the list. */
export type Asked =
  | { type: 'add'; kind: RecipientKind }
  | { type: 'change'; recipient: AlertRecipient }
  | { type: 'delete'; recipient: AlertRecipient };

export interface RecipientDialogProps {
  asked: Asked;
  events: readonly Event[];
  pushKey: string | null;
  onClose: () => void;
}

export function RecipientDialog(props: RecipientDialogProps) {
  const { asked, onClose } = props;
  if (asked.type === 'delete') return <DeleteQuestion recipient={asked.recipient} onClose={onClose} />;
  return asked.type === 'add' ? (
    <AddDialog {...props} kind={asked.kind} />
  ) : (
    <ChangeDialog {...props} recipient={asked.recipient} />
  );
}

function AddDialog({ kind, events, pushKey, onClose }: RecipientDialogProps & { kind: RecipientKind }) {
  const words = notificationTexts;
  const client = useQueryClient();
  const [secret, setSecret] = useState<string | null>(null);

  async function save(choices: RecipientChoices, address: string) {
    const reached = kind === 'push' ? await subscribeToPushes(pushKey ?? '') : { address };
    const added = await addRecipient({ ...choices, ...reached, kind, language: currentLanguage() });
    await client.invalidateQueries({ queryKey: RECIPIENTS_KEY });
    setSecret(added.secret);
    if (added.secret === null) showToast(kind === 'mail' ? words.mailAdded : words.added);
  }

  function describeFailure(failure: unknown): string {
    if (failure instanceof PushDeniedError) return words.pushDenied;
    return kind === 'push' ? words.pushFailed : words.failed;
  }

  if (secret !== null) return <SecretDialog secret={secret} onClose={onClose} />;
  return (
    <Dialog onClose={onClose} title={words.add[kind]} {...(kind === 'push' ? { description: words.pushHint } : {})}>
      <RecipientForm
        kind={kind}
        events={events}
        initial={{
          ...NEW_CHOICES,
          name: kind === 'push' ? words.form.thisBrowser : '',
          ...(kind === 'webhook' && { topics: ['alerts'] }),
        }}
        isNew
        onSave={save}
        describeFailure={describeFailure}
        // A webhook's secret is still to be shown.
        onClose={kind === 'webhook' ? () => undefined : onClose}
        onCancel={onClose}
      />
    </Dialog>
  );
}

function ChangeDialog({ recipient, events, onClose }: RecipientDialogProps & { recipient: AlertRecipient }) {
  const client = useQueryClient();
  const { recipientId, kind, name, eventIds, threshold, afterMinutes, quietHours, topics } = recipient;
  async function save(choices: RecipientChoices) {
    await changeRecipient(recipientId, choices);
    await client.invalidateQueries({ queryKey: RECIPIENTS_KEY });
    showToast(notificationTexts.saved);
  }
  return (
    <Dialog onClose={onClose} title={notificationTexts.form.changeTitle} description={name}>
      <RecipientForm
        kind={kind}
        events={events}
        initial={{ name, eventIds, threshold, afterMinutes, quietHours, ...(kind === 'webhook' && { topics }) }}
        isNew={false}
        onSave={save}
        describeFailure={() => notificationTexts.failed}
        onClose={onClose}
        onCancel={onClose}
      />
    </Dialog>
  );
}

function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const words = notificationTexts.secret;
  return (
    <Dialog onClose={onClose} title={words.title} description={words.text}>
      <CopiedSecret secret={secret} words={words} failedText={notificationTexts.failed} onDone={onClose} />
    </Dialog>
  );
}

function DeleteQuestion({ recipient, onClose }: { recipient: AlertRecipient; onClose: () => void }) {
  const words = notificationTexts;
  const client = useQueryClient();

  async function remove() {
    await deleteRecipient(recipient.recipientId);
    await client.invalidateQueries({ queryKey: RECIPIENTS_KEY });
    await client.invalidateQueries({ queryKey: DELIVERIES_KEY });
  }
  return (
    <ConfirmDialog
      title={words.removeQuestion}
      subject={recipient.name}
      description={words.removeConsequence}
      confirmText={words.remove}
      busyText={words.removing}
      onConfirm={remove}
      failed={words.failed}
      onClose={onClose}
    />
  );
}
