import { useLayoutEffect, useRef, useState } from 'react';
import { type EarlyState, offeredForm } from './handover';

/** What a screen starts with that nobody has seen before. */
const UNTOUCHED: EarlyState = {
  identifier: '',
  password: '',
  link: null,
  error: null,
  isUnanswered: false,
  isBusy: false,
};

/** What the page's HTML shows already, for the first render: React has to find its own elements there. */
export function useEarlyForm(): EarlyState {
  const [state] = useState(() => offeredForm()?.hold() ?? UNTOUCHED);
  return state;
}

type Take = (typed: Pick<EarlyState, 'identifier' | 'password'>, call: Promise<Response> | null) => void;

/**
 * Takes the form over, where the page's HTML has one: before anything is painted `take` hears what is in the fields by now, and of
 * the call that is under way.
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
