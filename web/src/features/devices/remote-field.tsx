import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { Category } from '../../../../src/shared/schemas/category';
import type { Remote } from '../../device/device';
import { dialogTexts } from '../../texts/dialog-texts';
import { Button } from '../../ui/button';
import { fieldLabelClass } from '../../ui/forms/field';
import { SelectField } from '../../ui/forms/select-field';
import { keyId, take } from '../remote/remote-keys';
import { type KeyRefusal, refusalOf } from '../remote/teachable';

/** The key that the user is asked to press, and the plus key that was taught before. */
type Lesson = { readonly way: 'plus' } | { readonly way: 'minus'; readonly plus: string | null };

/** Elements in which keys type or choose something, even during a lesson. */
const FIELDS = 'input, textarea, select';
/** The keys that press a focused button. */
const PRESSING = new Set(['Enter', ' ']);

const isIn = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

/**
 * Asks for the plus key and then for the minus key. Returns the current lesson (null for none), why the last key was
 * refused, and the functions that start and answer a lesson.
 */
function useLessons(onTaught: (keys: Pick<Remote, 'plus' | 'minus'> | null) => void) {
  const [lesson, setLesson] = useState<Lesson | null>(null);
  const [refusal, setRefusal] = useState<KeyRefusal | null>(null);
  /** The keys pressed in a lesson that are still down. Their release must not press a button either. */
  const held = useRef(new Set<string>());

  function go(next: Lesson | null) {
    setLesson(next);
    setRefusal(null);
  }
  /** Stores the pressed key of the lesson. Null means that the remote has no such key. */
  function learn(key: string | null) {
    if (lesson?.way === 'plus') go({ way: 'minus', plus: key });
    else if (lesson) {
      onTaught(lesson.plus === null && key === null ? null : { plus: lesson.plus, minus: key });
      go(null);
    }
  }

  const hear = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, repeat } = event;
    const id = keyId(event);
    if (held.current.has(id)) {
      take(event);
      return;
    }
    if (!lesson || repeat || isIn(target, FIELDS) || (PRESSING.has(key) && isIn(target, 'button'))) return;
    const refused = refusalOf(event, lesson.way === 'minus' ? lesson.plus : null);
    // Refused keys keep their function in the browser, except Escape, which would close the dialog.
    if (!refused || refused === 'taken' || key === 'Escape') {
      take(event);
      held.current.add(id);
    }
    if (refused) setRefusal(refused);
    else learn(id);
  });

  useEffect(() => {
    const closed = new AbortController();
    // The capture phase comes before the dialog's own handler of Escape.
    const options = { capture: true, signal: closed.signal };
    const release = (event: KeyboardEvent) => {
      if (held.current.delete(keyId(event))) take(event);
    };
    window.addEventListener('keydown', (event) => hear(event), options);
    window.addEventListener('keyup', release, options);
    return () => closed.abort();
  }, []);

  return { lesson, refusal, go, learn };
}

export interface RemoteFieldProps {
  remote: Remote | null | undefined;
  /** The event's categories that have pads: the remote can count one of them. */
  categories: readonly Category[];
  onChange: (remote: Remote | null) => void;
}

/**
 * Teaches the device the keys of a remote that sends key presses. During a lesson the focus is on the whole group, so
 * that the pressed keys press no button.
 */
export function RemoteField({ remote, categories, onChange }: RemoteFieldProps) {
  const id = useId();
  const group = useRef<HTMLDivElement>(null);
  const { lesson, refusal, go, learn } = useLessons((keys) =>
    onChange(keys && { ...keys, category: remote?.category }),
  );
  const category = categories.find(({ categoryId }) => categoryId === remote?.category)?.categoryId;

  const button = (text: string, press: () => void) => (
    <Button
      variant="quiet"
      onClick={() => {
        // The pressed button disappears, so the group takes the focus.
        group.current?.focus();
        press();
      }}
    >
      {text}
    </Button>
  );

  return (
    <div ref={group} role="group" aria-labelledby={id} tabIndex={-1} className="rounded-field">
      <span id={id} className={fieldLabelClass}>
        {dialogTexts.remote.label}
      </span>
      <output className="block pb-2 font-medium empty:hidden">
        {lesson ? dialogTexts.remote.press[lesson.way] : remote && <Keys {...remote} />}
      </output>
      {refusal && (
        <p role="alert" className="pb-2 text-sm font-medium text-bad">
          {dialogTexts.remote.refusal[refusal]}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {lesson ? (
          <>
            {button(dialogTexts.remote.skip, () => learn(null))}
            {button(dialogTexts.remote.stop, () => go(null))}
          </>
        ) : (
          <>
            {button(dialogTexts.remote.teach, () => go({ way: 'plus' }))}
            {remote && button(dialogTexts.remote.forget, () => onChange(null))}
          </>
        )}
      </div>
      {remote && !lesson && categories.length > 0 && (
        <SelectField
          className="mt-3"
          label={dialogTexts.remote.category}
          placeholder={dialogTexts.categoryChoice.unnamed}
          options={categories.map(({ categoryId, name }) => ({ value: categoryId, text: name }))}
          value={category ?? ''}
          onChange={({ target }) => onChange({ ...remote, category: target.value || undefined })}
        />
      )}
    </div>
  );
}

const Keys = ({ plus, minus }: Remote) => (
  <>
    {plus !== null && <>+ {plus}</>}
    {plus !== null && minus !== null && ' · '}
    {minus !== null && <>− {minus}</>}
  </>
);
