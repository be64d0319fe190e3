/** The page as the build writes it (web/src/app/early-pages.tsx), in the wanted language. */
export interface EarlyPage {
  readonly root: HTMLElement;
  readonly form: HTMLFormElement;
  /** A copy of a part that the form may need. */
  readonly part: (name: PartName) => HTMLElement;
  readonly text: (name: TextName) => string;
}

export type PartName = 'message' | 'error' | 'unanswered' | 'password';
export type TextName = 'title' | 'submit' | 'busy' | 'failed' | 'noAnswer' | 'joinLead' | 'success';

/** What public/early.js has found out: who is asked for first. */
export const isAppAwaited = (): boolean => document.documentElement.dataset.wait === 'app';

/** @throws {Error} the HTML is not the build's */
function must<T>(found: T | null | undefined): T {
  if (found === null || found === undefined) throw new Error('The page lacks a part');
  return found;
}

/** Replaces the English form by that of the wanted language, and shows it. */
export function openPage(): EarlyPage {
  const html = document.documentElement;
  const root = must(document.getElementById('root'));
  const language = html.lang === 'de' ? 'de' : 'en';
  const template = must(document.querySelector<HTMLTemplateElement>(`template[data-language="${language}"]`));
  const find = (part: string) => template.content.querySelector(`[data-part="${part}"]`);
  const screen = find('screen');
  if (screen) root.replaceChildren(...document.importNode(screen, true).childNodes);
  const text = (name: TextName) => template.dataset[name] ?? '';
  document.title = text('title');
  delete html.dataset.wait;
  return {
    root,
    form: must(root.querySelector('form')),
    text,
    part(name) {
      const part = must(find(name)?.firstElementChild);
      const copy = document.importNode(part, true);
      if (!(copy instanceof HTMLElement)) throw new TypeError(`${name} is no element of HTML`);
      return copy;
    },
  };
}
