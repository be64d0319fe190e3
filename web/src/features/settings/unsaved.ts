import { useEffect } from 'react';

/** The names of the forms with changes that nobody has saved. Each form has an entry of its own. */
const unsaved = new Set<{ readonly name: string }>();

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
