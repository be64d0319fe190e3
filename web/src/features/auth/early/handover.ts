/** The state of the form when React takes it over. */
export interface EarlyState {
  /** The email or the access code as typed. */
  readonly identifier: string;
  readonly password: string;
  /** The query of the join link that was opened; null without a link. */
  readonly link: string | null;
  readonly error: string | null;
  /** The call failed because no answer came. */
  readonly isUnanswered: boolean;
  readonly isBusy: boolean;
}

/** The form in the page's HTML. A small script runs it until React has taken it over (early-form.ts). */
export interface EarlyForm {
  /** Stops the script from changing the elements that React is about to take over. Can be called more than once. */
  hold(): EarlyState;
  /** Stops the script. Returns the current contents of the fields. */
  release(): Pick<EarlyState, 'identifier' | 'password'>;
  /** Returns the running or succeeded call, only once. */
  takeCall(): Promise<Response> | null;
  /** Restores the focus and the caret, in case React has created the fields again. */
  restoreFocus(): void;
  /** True until React has taken the form over. The form does nothing on later screens. */
  readonly isOffered: boolean;
}

let offered: EarlyForm | null = null;

export function offerForm(form: EarlyForm): void {
  offered = form;
}

/** Returns the form of the page's HTML; null on later screens and on pages without such a form. */
export const offeredForm = (): EarlyForm | null => (offered?.isOffered ? offered : null);
