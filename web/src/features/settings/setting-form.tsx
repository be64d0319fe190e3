import { useEffect, useRef, type ReactNode } from 'react';
import { settingPagesTexts } from '../../texts/setting-pages-texts';
import { texts } from '../../texts/texts';
import { Button } from '../../ui/button';
import { Form } from '../../ui/forms/form';
import type { SettingFormState } from './use-setting-form';

export interface SettingFormProps<Stored, Typed> {
  form: SettingFormState<Stored, Typed>;
  onSubmit: () => unknown;
  /** Returns a field's name with its value, for the notice that another window has changed it. */
  say: (name: keyof Typed, typed: Typed) => string;
  /** The fields. */
  children: ReactNode;
}

/** A form of a settings page: its fields, what another window has changed, and its buttons. */
export function SettingForm<Stored, Typed>({ form, onSubmit, say, children }: SettingFormProps<Stored, Typed>) {
  return (
    <Form
      form={form}
      onSubmit={onSubmit}
      actions={
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant={form.isChanged ? 'primary' : 'quiet'} busy={form.busy} className="min-w-32">
            {form.busy ? texts.common.saving : texts.common.save}
          </Button>
          {form.isChanged && (
            <Button variant="plain" onClick={form.discard}>
              {settingPagesTexts.discard}
            </Button>
          )}
        </div>
      }
    >
      {children}
      {form.elsewhere.length > 0 && <Elsewhere form={form} say={say} />}
    </Form>
  );
}

/** Says what another window has changed, and asks what is to stay where both windows changed a value. */
function Elsewhere<Stored, Typed>({ form, say }: Pick<SettingFormProps<Stored, Typed>, 'form' | 'say'>) {
  const words = settingPagesTexts.elsewhere;
  const { elsewhere, clashes, refusals, present, settle } = form;
  const box = useRef<HTMLDivElement>(null);
  // It takes the focus when the button that was pressed did not save, but not from somebody who types.
  useEffect(() => {
    if (refusals > 0) box.current?.focus();
  }, [refusals]);
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="alert"
      className="grid gap-3 rounded-field border border-line-strong bg-sunken px-4 py-3 outline-none"
    >
      <p className="font-semibold">{words.title}</p>
      <ul className="grid gap-1 wrap-anywhere">
        {elsewhere.map((name) => (
          <li key={String(name)}>{say(name, present)}</li>
        ))}
      </ul>
      {clashes.length > 0 && <p className="text-sm text-pretty text-muted">{words.clash}</p>}
      <div className="flex flex-wrap gap-3">
        {clashes.length > 0 ? (
          <>
            <Button onClick={() => settle(true)}>{words.theirs}</Button>
            <Button variant="plain" onClick={() => settle(false)}>
              {words.mine}
            </Button>
          </>
        ) : (
          <Button variant="plain" onClick={() => settle(false)}>
            {words.seen}
          </Button>
        )}
      </div>
    </div>
  );
}
