import { useEffect } from 'react';

/** The names of the forms with changes that nobody has saved. Each form has an entry of its own. */
const unsaved = new Set<{ readonly name: string }>();

/** Asks whether these forms may be lost, and then leaves. */
type Ask = (forms: readonly string[], leave: () => void) => void;
/** The question of the page on the screen; null if it has none. */
let askHere: Ask | null = null;

/** Keeps the form among the unsaved ones while it is changed and mounted. Until then the browser asks before it closes the page. */
export function useUnsaved(name: string, isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return undefined;
    const form = { name };
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    unsaved.add(form);
    addEventListener('beforeunload', ask);
    return () => {
      unsaved.delete(form);
      removeEventListener('beforeunload', ask);
    };
  }, [name, isChanged]);
}

/** Returns the names of the forms with unsaved changes. */
export const unsavedForms = (): string[] => [...unsaved].map(({ name }) => name);

/** Sets the question of the page on the screen. Returns a function that takes it away. */
export function askBeforeLeaving(ask: Ask): () => void {
  askHere = ask;
  return () => {
    askHere = null;
  };
}

/** Leaves at once, or asks first while there are unsaved forms. It is for what leaves without a link, such as logging out. */
export function leaveAsked(leave: () => void): void {
  const forms = unsavedForms();
  if (forms.length > 0 && askHere !== null) askHere(forms, leave);
  else leave();
}
