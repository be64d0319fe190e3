/** The login or sign-up page as the build wrote it (web/src/app/early-pages.tsx), in the chosen language. */
export interface EarlyPage {
  readonly root: HTMLElement;
  readonly form: HTMLFormElement;
  /** Returns a copy of a part that the form may need. */
  readonly part: (name: PartName) => HTMLElement;
  readonly text: (name: TextName) => string;
}

export type PartName = 'message' | 'error' | 'unanswered' | 'password';
export type TextName = 'title' | 'submit' | 'busy' | 'failed' | 'noAnswer' | 'joinLead' | 'success';

/** Whether public/early.js decided that the app must ask the server who is logged in before a form is shown. */
export const isAppAwaited = (): boolean => document.documentElement.dataset.wait === 'app';

/** @throws {Error} the HTML was not written by the build */
function must<T>(found: T | null | undefined): T {
  if (found === null || found === undefined) throw new Error('The page lacks a part');
  return found;
}

/** Shows the form in the page's language. For others than English it first replaces the English form. */
export function openPage(): EarlyPage {
  const html = document.documentElement;
  const root = must(document.getElementById('root'));
  const templates = [...document.querySelectorAll<HTMLTemplateElement>('template[data-language]')];
  // A browser that translates pages may have changed the attribute. English comes first.
  const template = must(templates.find(({ dataset }) => dataset.language === html.lang) ?? templates[0]);
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
