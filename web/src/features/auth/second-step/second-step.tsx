import { useEffect, useRef, useState } from 'react';
import type { SecondStepEntry } from '../../../../../src/shared/schemas/second-step';
import type { Entered } from '../../../../../src/shared/schemas/session';
import type { User } from '../../../../../src/shared/schemas/user';
import { secondStepTexts } from '../../../texts/second-step-texts';
import { Button } from '../../../ui/button';
import { Form } from '../../../ui/forms/form';
import { useForm } from '../../../ui/forms/use-form';
import { DialogActions } from '../../../ui/overlays/dialog-actions';
import { AuthLayout } from '../auth-layout';
import { CodeField } from './code-field';
import { RecoveryCodes } from './recovery-codes';
import { SetUpForm } from './set-up-form';

export interface SecondStepProps {
  /** Whether the account demands a second step and the login has none, so that it is set up now. */
  isDemanded: boolean;
  username: string;
  /** Logs in, or accepts an invitation, again with what was entered here. */
  onEnter: (entry: SecondStepEntry) => Promise<Entered>;
  onDone: (user: User) => void;
  onBack: () => void;
}

/** The screen after the right password of a login that has a second step, or has to set one up. */
export function SecondStep({ isDemanded, username, onEnter, onDone, onBack }: SecondStepProps) {
  const { enter, failed } = secondStepTexts;
  const [entered, setEntered] = useState<{ user: User; codes: readonly string[] } | null>(null);

  async function log(entry: SecondStepEntry) {
    const { user, recoveryCodes } = await onEnter(entry);
    if (recoveryCodes) setEntered({ user, codes: recoveryCodes });
    else onDone(user);
  }

  if (entered !== null) {
    return (
      <AuthLayout title={enter.title} lead="" footer={null}>
        <RecoveryCodes codes={entered.codes} onDone={() => onDone(entered.user)} />
      </AuthLayout>
    );
  }
  if (!isDemanded) return <EnterCode onSubmit={(code) => log({ code })} onBack={onBack} />;
  return (
    <AuthLayout title={enter.title} lead={enter.demandedLead} footer={null}>
      <SetUpForm
        username={username}
        submitText={enter.submit}
        busyText={enter.busy}
        failed={failed}
        onSubmit={log}
        cancelText={enter.back}
        onCancel={onBack}
      />
    </AuthLayout>
  );
}

interface EnterCodeProps {
  onSubmit: (code: string) => Promise<void>;
  onBack: () => void;
}

function EnterCode({ onSubmit, onBack }: EnterCodeProps) {
  const { enter, failed, byApp, byRecovery } = secondStepTexts;
  const [isRecovery, setRecovery] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { typed, edit, ...form } = useForm({ code: '' }, failed);
  const { error } = form;
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    if (error !== null) field.current?.focus();
  }, [error]);
  return (
    <AuthLayout title={enter.title} lead={isRecovery ? enter.recoveryLead : enter.lead} footer={null}>
      <Form
        form={form}
        onSubmit={() => form.submit(() => onSubmit(typed.code))}
        actions={
          <DialogActions>
            <Button variant="quiet" onClick={onBack}>
              {enter.back}
            </Button>
            <Button type="submit" busy={form.busy}>
              {form.busy ? enter.busy : enter.submit}
            </Button>
          </DialogActions>
        }
      >
        <CodeField
          ref={field}
          code={typed.code}
          onChange={(code) => edit({ code })}
          isRecovery={isRecovery}
          invalid={error !== null}
        />
        <Button
          variant="plain"
          onClick={() => {
            setRecovery(!isRecovery);
            edit({ code: '' });
            field.current?.focus();
          }}
          className="justify-self-start underline underline-offset-4"
        >
          {isRecovery ? byApp : byRecovery}
        </Button>
      </Form>
    </AuthLayout>
  );
}
