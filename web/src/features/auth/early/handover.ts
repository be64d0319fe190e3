/** What a person has done with the form so far. */
export interface EarlyState {
  /** The email or the access code, as it was typed. */
  readonly identifier: string;
  readonly password: string;
  /** Query of the link that led here; null without one. */
  readonly link: string | null;
  readonly error: string | null;
  /** The error came without an answer. */
  readonly isUnanswered: boolean;
  readonly isBusy: boolean;
}

/** The form of the page's HTML, which a small script runs until React has taken it over (early-form.ts). */
export interface EarlyForm {
  /** From here on the script does not change what React is about to take over. May be called again. */
  hold(): EarlyState;
  /** The script stops. Returns what is in the fields now. */
  release(): Pick<EarlyState, 'identifier' | 'password'>;
  /** The call that is running or has succeeded; returned once. */
  takeCall(): Promise<Response> | null;
  /** Puts focus and caret back, in case React has created the fields anew. */
  restoreFocus(): void;
  /** Until React has taken it over. It does nothing on later screens. */
  readonly isOffered: boolean;
}

let offered: EarlyForm | null = null;

export function offerForm(form: EarlyForm): void {
  offered = form;
}

/** Null except on the first screen of a page whose HTML has a form. */
export const offeredForm = (): EarlyForm | null => (offered?.isOffered ? offered : null);
