import { useLayoutEffect, useRef, useState } from 'react';
import { type EarlyState, offeredForm } from './handover';

/** The initial state of a screen without such a form. */
const UNTOUCHED: EarlyState = {
  identifier: '',
  password: '',
  link: null,
  error: null,
  isUnanswered: false,
  isBusy: false,
};

/** What the page's HTML shows already, for the first render: React must find its own elements there. */
export function useEarlyForm(): EarlyState {
  const [state] = useState(() => offeredForm()?.hold() ?? UNTOUCHED);
  return state;
}

type Take = (typed: Pick<EarlyState, 'identifier' | 'password'>, call: Promise<Response> | null) => void;

/**
 * Takes the form over if the page's HTML has one. Before anything is painted, `take` gets what is in the fields now,
 * and the running call.
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
