import { useLayoutEffect, useRef, useState } from 'react';
import { type EarlyState, offeredForm } from './handover';

/** The initial state of a screen whose HTML has no early form. */
const UNTOUCHED: EarlyState = {
  identifier: '',
  password: '',
  link: null,
  error: null,
  isUnanswered: false,
  isBusy: false,
};

/**
 * Returns what the page's HTML already shows. The first render must match it, so that React can hydrate the elements.
 */
export function useEarlyForm(): EarlyState {
  const [state] = useState(() => offeredForm()?.hold() ?? UNTOUCHED);
  return state;
}

type Take = (typed: Pick<EarlyState, 'identifier' | 'password'>, call: Promise<Response> | null) => void;

/**
 * Takes over the form if the page's HTML has one. Before anything is painted, `take` receives the current contents of
 * the fields and the running call.
 */
export function useTakeOver(take: Take): void {
  const [form] = useState(offeredForm);
  const latestTake = useRef(take);
  useLayoutEffect(() => {
    if (!form) return;
    latestTake.current(form.release(), form.takeCall());
    form.restoreFocus();
  }, [form]);
}
