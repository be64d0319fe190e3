import { useState } from 'react';
import type { Checked } from '../../../../src/shared/rules/checked';
import { settingPagesTexts } from '../../texts/setting-pages-texts';
import { type FormState, useForm } from '../../ui/forms/use-form';
import { showToast } from '../../ui/overlays/toasts';
import { useUnsaved } from './unsaved';

export interface StoredSetting<Stored, Typed> {
  /** The form's name, for the question before somebody leaves it unsaved. */
  name: string;
  /** What is stored, as far as this page knows. It changes when another window saves. */
  stored: Stored;
  fieldsOf: (stored: Stored) => Typed;
  /** Reads from the server what is stored now. `stored` follows. */
  read: () => Promise<Stored>;
}

export interface SettingFormState<Stored, Typed> extends Omit<FormState<Typed>, 'submit' | 'submitChecked'> {
  isChanged: boolean;
  /** The fields that changed in another window while this form had unsaved changes. */
  elsewhere: readonly (keyof Typed)[];
  /** The fields that were also edited here, so that one of both values is lost. */
  clashes: readonly (keyof Typed)[];
  /** How often saving was refused since then, because nobody had seen these values. */
  refusals: number;
  /** What is stored, as fields. */
  present: Typed;
  /** Ends the notice about other windows; `useTheirs` takes their values into the fields that clash. */
  settle: (useTheirs: boolean) => void;
  /** Returns all fields to what is stored. */
  discard: () => void;
  /**
   * Saves the checked value on top of what the server has stored, unless that has changed: then the form says so. `send`
   * returns what is stored then.
   */
  save: <T>(checked: Checked<T>, send: (value: T, stored: Stored) => Promise<Stored>) => Promise<void>;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Returns the fields that differ. */
function differences<Typed extends object>(one: Typed, other: Typed): Extract<keyof Typed, string>[] {
  const names: Extract<keyof Typed, string>[] = [];
  for (const name in one) if (!isSame(one[name], other[name])) names.push(name);
  return names;
}

/** Returns these fields alone. */
function only<Typed extends object>(fields: Typed, names: readonly (keyof Typed)[]): Partial<Typed> {
  const picked: Partial<Typed> = {};
  for (const name of names) picked[name] = fields[name];
  return picked;
}

/**
 * The state of a form on a settings page. The form stays open for long, and several windows can have it: a value that
 * another window saves appears in a field that nobody edited here. A field that was edited keeps what was typed, and the
 * form asks which value is to stay.
 */
export function useSettingForm<Stored, Typed extends object>(
  setting: StoredSetting<Stored, Typed>,
): SettingFormState<Stored, Typed> {
  const present = setting.fieldsOf(setting.stored);
  const { submitChecked, typed, edit, busy, error, setError } = useForm(present, undefined, { stays: true });
  /** What was stored when the form began, or when it last took over what another window saved. */
  const [base, setBase] = useState(present);
  const [elsewhere, setElsewhere] = useState<readonly (keyof Typed)[]>([]);
  const [refusals, setRefusals] = useState(0);
  /** The fields whose values are on their way, as they were sent; null for none. Changes meanwhile are their answer. */
  const [sent, setSent] = useState<Typed | null>(null);
  /** What was stored before this form's last save, until `stored` shows that save; null otherwise. */
  const [replaced, setReplaced] = useState<Typed | null>(null);
  const isChanged = !isSame(typed, base);
  const clashes = elsewhere.filter((name) => !isSame(typed[name], present[name]));
  useUnsaved(setting.name, isChanged);

  const isReplaced = replaced !== null && isSame(present, replaced);
  if (replaced !== null && !isReplaced) setReplaced(null);
  const changed = isReplaced ? [] : differences(base, present);
  if (changed.length > 0) {
    const untouched = sent ?? base;
    setBase(present);
    edit(
      only(
        present,
        changed.filter((name) => isSame(typed[name], untouched[name])),
      ),
    );
    const others = changed.filter((name) => !isSame(typed[name], present[name]));
    if (sent === null && isChanged) setElsewhere([...new Set([...elsewhere, ...others])]);
  }

  /** Puts what was saved into the fields that nobody has changed since they were sent. */
  function takeOver(saved: Typed, from: Typed) {
    edit((now) =>
      only(
        saved,
        differences(saved, now).filter((name) => isSame(now[name], from[name])),
      ),
    );
  }

  function forget() {
    setElsewhere([]);
    setRefusals(0);
  }

  function settle(useTheirs: boolean) {
    if (useTheirs) edit(only(present, clashes));
    forget();
  }

  function discard() {
    edit(present);
    forget();
  }

  const save: SettingFormState<Stored, Typed>['save'] = async (checked, send) => {
    if (clashes.length > 0) return setRefusals(refusals + 1);
    await submitChecked(checked, async (value) => {
      const stored = await setting.read();
      if (!isSame(setting.fieldsOf(stored), base)) return setRefusals(refusals + 1);
      setSent(typed);
      try {
        const saved = setting.fieldsOf(await send(value, stored));
        setReplaced(base);
        setBase(saved);
        takeOver(saved, typed);
      } finally {
        setSent(null);
      }
      forget();
      showToast(settingPagesTexts.saved);
    });
  };

  return {
    typed,
    edit,
    busy,
    error,
    setError,
    isChanged,
    elsewhere,
    clashes,
    refusals,
    present,
    settle,
    discard,
    save,
  };
}
