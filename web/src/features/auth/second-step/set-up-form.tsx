import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { NewSecondStep } from '../../../../../src/shared/schemas/second-step';
import { secondStepTexts } from '../../../texts/second-step-texts';
import { Button } from '../../../ui/button';
import { useCopy } from '../../../ui/clipboard/use-copy';
import { Form } from '../../../ui/forms/form';
import { type FailureText, type Submission, useSubmission } from '../../../ui/forms/use-submission';
import { DialogActions } from '../../../ui/overlays/dialog-actions';
import { QrCode } from '../../../ui/qr-code';
import { CodeField } from './code-field';
import { newSecret, secretAddress } from './new-secret';

export interface SetUpFormProps {
  username: string;
  submitText: string;
  busyText: string;
  failed: FailureText;
  onSubmit: (made: NewSecondStep) => Promise<void>;
  cancelText: string;
  onCancel: () => void;
  /** Further fields. */
  children?: (form: Pick<Submission, 'setError'>) => ReactNode;
}

/** The form that sets a second step up: it shows a new secret for an app, and asks for a code of it. */
export function SetUpForm({ username, submitText, busyText, failed, onSubmit, ...props }: SetUpFormProps) {
  const { cancelText, onCancel, children } = props;
  const { setUp, issuer } = secondStepTexts;
  const [secret] = useState(newSecret);
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const secretId = useId();
  const form = useSubmission(failed);
  const { copied, copy } = useCopy(secondStepTexts.copyFailed);
  const { error } = form;
  useEffect(() => {
    if (error !== null) field.current?.focus();
  }, [error]);
  return (
    <Form
      form={form}
      onSubmit={() => form.submit(() => onSubmit({ secret, code }))}
      actions={
        <DialogActions>
          <Button variant="quiet" onClick={onCancel}>
            {cancelText}
          </Button>
          <Button type="submit" busy={form.busy}>
            {form.busy ? busyText : submitText}
          </Button>
        </DialogActions>
      }
    >
      <p className="text-pretty">{setUp.scan}</p>
      <QrCode
        value={secretAddress(issuer, username, secret)}
        label={setUp.qr}
        className="size-56 justify-self-center rounded-field"
      />
      <div role="group" aria-labelledby={secretId} className="grid gap-2">
        <p id={secretId} className="font-medium">
          {setUp.secret}
        </p>
        <code className="rounded-field bg-sunken px-4 py-3 font-mono text-sm select-all">
          {secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
        </code>
        <output className="sr-only">{copied && setUp.copied}</output>
        <Button variant="plain" onClick={() => void copy(secret)} className="justify-self-start underline">
          {copied ? setUp.copied : setUp.copy}
        </Button>
      </div>
      <p className="text-pretty">{setUp.thenCode}</p>
      <CodeField
        ref={field}
        code={code}
        onChange={(typed) => {
          setCode(typed);
          form.setError(null);
        }}
      />
      {children?.(form)}
    </Form>
  );
}
