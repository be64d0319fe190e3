/** What a person has done with the form so far. */
export interface EarlyState {
  /** The email, or the access code, in the characters that were typed. */
  readonly identifier: string;
  readonly password: string;
  /** Query of the link that led here; null without one. */
  readonly link: string | null;
  readonly error: string | null;
  /** The error came without an answer. */
  readonly isUnanswered: boolean;
  readonly isBusy: boolean;
}

/** The form of the page's HTML, which works by a small script until React has taken it over (early-form.ts). */
export interface EarlyForm {
  /** From here on the script changes nothing that React is about to take for its own. May be called again. */
  hold(): EarlyState;
  /** The script lets go. Answers what is in the fields by now. */
  release(): Pick<EarlyState, 'identifier' | 'password'>;
  /** The call that is under way, or has succeeded already: for one taker. */
  takeCall(): Promise<Response> | null;
  /** Puts the focus and the caret where they were, should React have made the fields anew. */
  restoreFocus(): void;
  /** Until React has taken it over: the next screen is none of its business. */
  readonly isOffered: boolean;
}

let offered: EarlyForm | null = null;

export function offerForm(form: EarlyForm): void {
  offered = form;
}

/** null but for the first screen of a page whose HTML has a form. */
export const offeredForm = (): EarlyForm | null => (offered?.isOffered ? offered : null);
