import type { Message } from '../../../../../src/shared/messages/message';
import { formatAccessCode } from '../../../../../src/shared/rules/access-code';
import { passwordError } from '../../../../../src/shared/rules/password';
import { readJoinCode, readJoinKey } from '../../../session/join-code';
import { editIdentifier, shownIdentifier } from '../../../session/typed-identifier';
import type { Said } from '../../../texts/texts';
import { keepLanguage } from '../../../session/plain-storage';
import { callLogin, callSignUp, type Refusal, refusalOf } from './early-calls';
import type { EarlyPage } from './early-page';
import { readPlace, type PageNavigation } from './early-navigation';
import type { EarlyForm, EarlyState } from './handover';
import { needsPassword } from './needs-password';

export interface EarlyHost {
  /** Returns what the server or a shared rule says, in the page's language. */
  translate: (said: Said) => Promise<string>;
  /** Navigates by page loads if React's code cannot be loaded. */
  way: PageNavigation;
}

export interface RunningForm {
  /** The interface for React, which takes the form over. */
  readonly early: EarlyForm;
  /** Called when React's code could not be loaded: after a successful call the script itself opens the next page. */
  readonly goOnAlone: () => void;
}

/**
 * Makes the form in the page's HTML work until React has taken it over. It does the urgent part of the work of
 * login-screen.tsx and signup-screen.tsx.
 */
export function runForm({ root, form, part, text }: EarlyPage, { translate, way }: EarlyHost): RunningForm {
  const field = (name: string) => form.querySelector<HTMLInputElement>(`input[name="${name}"]`);
  const isLogin = field('username') !== null;
  const identifier = field(isLogin ? 'username' : 'email');
  const button = form.querySelector<HTMLButtonElement>('button[type="submit"]');
  if (!identifier || !button) throw new Error('The form lacks a field');

  const listening = new AbortController();
  const { signal } = listening;
  const link = isLogin && location.search !== '' ? location.search : null;
  const joinCode = readJoinCode(link ?? '');
  const joinKey = readJoinKey(link ?? '');
  /** The password field. It is in the form only while an email is typed. Its content is kept while it is not. */
  const latePassword = isLogin ? part('password') : null;
  const password = () => field('password') ?? latePassword?.querySelector('input') ?? null;
  /** The message of a sign-up that led to this login page. */
  const handedOver = isLogin ? readPlace().message : null;
  /** The identifier as typed. The field shows an access code in its printed form. */
  let typedIdentifier = '';
  let notices: HTMLElement[] = [];
  let error: string | null = null;
  let isUnanswered = false;
  let isBusy = false;
  let held: EarlyState | null = null;
  let isAlone = false;
  let isDone = false;
  let waiting: Refusal | null = null;
  let call: Promise<Response> | null = null;
  let focused: { name: string; from: number | null; to: number | null } | null = null;

  function readIdentifier(): string {
    const value = identifier?.value ?? '';
    // A browser may have filled in the field without an event.
    if (!isLogin || shownIdentifier(typedIdentifier) !== value) typedIdentifier = value;
    return typedIdentifier;
  }

  /**
   * Shows an access code in its printed form while it is typed. `useIdentifier` (login-screen.tsx) does the same in
   * React.
   */
  function showAsPrinted() {
    if (held || !isLogin || !identifier) return;
    const { value, selectionStart } = identifier;
    const edit = editIdentifier(typedIdentifier, value, selectionStart ?? value.length);
    typedIdentifier = edit.typed;
    identifier.value = shownIdentifier(typedIdentifier);
    identifier.setSelectionRange(edit.caret, edit.caret);
  }

  /** Updates the form to match the typed text and the state of the call. */
  function arrange() {
    if (held || !identifier || !button) return;
    if (latePassword && needsPassword(identifier.value) !== latePassword.isConnected) {
      if (latePassword.isConnected) latePassword.remove();
      else button.before(latePassword);
    }
    button.disabled = isBusy || (isLogin && identifier.value.trim() === '');
    const label = text(isBusy ? 'busy' : 'submit');
    if (button.textContent !== label) button.textContent = label;
  }

  function show(name: 'message' | 'error' | 'unanswered', said: string) {
    const notice = part(name);
    notice.textContent = said;
    (notices.at(-1) ?? null)?.after(notice);
    if (!notice.isConnected) form.prepend(notice);
    notices.push(notice);
  }

  function tell(next: string | null, unanswered = false) {
    for (const notice of notices) notice.remove();
    notices = [];
    error = next;
    isUnanswered = unanswered;
    if (error === null && handedOver !== null) show('message', handedOver);
    if (error !== null) show('error', error);
    if (isUnanswered) show('unanswered', text('noAnswer'));
  }

  async function fail({ said: reason, isUnanswered: unanswered }: Refusal) {
    const said = reason === null ? text('failed') : await translate(reason);
    // React has taken the call over and shows its outcome.
    if (held) return;
    call = null;
    isBusy = false;
    // The text for a failed login is about wrong credentials. A login without an answer needs another text.
    tell(said, unanswered && isLogin);
    arrange();
    (latePassword?.isConnected ? password() : identifier)?.focus();
  }

  async function settle(sent: Promise<Response>) {
    const refusal = await refusalOf(sent);
    if (held) return;
    if (refusal?.needsApp && !isAlone) {
      // React takes the call over, and asks. Until then the form stays busy.
      waiting = refusal;
      return;
    }
    if (refusal) {
      await fail(refusal);
      return;
    }
    isDone = true;
    if (isAlone) go();
  }

  const go = () => (isLogin ? way.toApp(readPlace()) : way.toLogin(text('success'), identifier.value.trim()));

  function start(): Promise<Response> {
    const typed = readIdentifier().trim();
    const secret = password()?.value ?? '';
    if (!isLogin)
      return callSignUp({ email: typed, password: secret, invitation: location.hash.slice(1) || undefined });
    return callLogin({
      username: typed,
      password: needsPassword(typed) ? secret : null,
      ...(joinKey !== null && { joinKey }),
    });
  }

  async function refuse(unmet: Message) {
    const said = await translate(unmet);
    if (held) return;
    tell(said);
    password()?.focus();
  }

  function submit(event: Event) {
    event.preventDefault();
    if (isBusy || button?.disabled) return;
    const unmet = isLogin ? null : passwordError(password()?.value ?? '');
    if (unmet !== null) {
      void refuse(unmet);
      return;
    }
    isBusy = true;
    if (held === null) tell(null);
    arrange();
    call = start();
    void settle(call);
  }

  function chooseLanguage({ target }: Event) {
    const chosen = target instanceof Element && target.closest<HTMLElement>('button[lang]');
    if (!chosen) return;
    keepLanguage(chosen.lang);
    location.reload();
  }

  function fillCode() {
    if (link === null || !identifier) return;
    // Remove the join link from the address, because screenshots and the browser history would keep it.
    history.replaceState(history.state, '', location.pathname);
    if (joinCode === null) return;
    identifier.value = formatAccessCode(joinCode);
    const lead = root.querySelector('h1 + p');
    if (lead) lead.textContent = text('joinLead');
  }

  fillCode();
  if (isLogin && identifier.value === '') identifier.value = readPlace().email ?? '';
  tell(null);
  arrange();
  if (joinCode !== null) button.focus();
  identifier.addEventListener('input', showAsPrinted, { signal });
  form.addEventListener('input', arrange, { signal });
  form.addEventListener('change', arrange, { signal });
  form.addEventListener('submit', submit, { signal });
  root.addEventListener('click', chooseLanguage, { signal });

  const typed = () => ({ identifier: readIdentifier(), password: password()?.value ?? '' });
  const early: EarlyForm = {
    hold(): EarlyState {
      if (held) return held;
      // A browser may have filled in the fields without an event.
      arrange();
      const active = document.activeElement;
      if (active instanceof HTMLInputElement)
        focused = { name: active.name, from: active.selectionStart, to: active.selectionEnd };
      held = { ...typed(), link, error, isUnanswered, isBusy };
      return held;
    },
    release() {
      listening.abort();
      return typed();
    },
    takeCall() {
      const taken = call;
      call = null;
      return taken;
    },
    restoreFocus() {
      if (focused === null || form.contains(document.activeElement)) return;
      const now = root.querySelector<HTMLInputElement>(`input[name="${focused.name}"]`);
      now?.focus();
      // Email fields do not reveal the position of their caret.
      if (focused.from !== null) now?.setSelectionRange(focused.from, focused.to);
    },
    get isOffered() {
      return form.isConnected && !signal.aborted;
    },
  };
  return {
    early,
    goOnAlone: () => {
      isAlone = true;
      if (isDone) go();
      if (waiting) void fail(waiting);
    },
  };
}
