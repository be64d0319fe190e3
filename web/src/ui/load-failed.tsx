import type { ReactNode } from 'react';
import { texts } from '../texts/texts';
import { Button } from './button';
import { EmptyState, type EmptyStateProps } from './empty-state';
import { Notice } from './notice';

export interface RetryNoticeProps {
  text: string;
  onRetry: () => void;
}

export interface LoadFailedProps extends RetryNoticeProps, Pick<EmptyStateProps, 'asHeading'> {
  /** Another way out. */
  children?: ReactNode;
}

/** If the button disappears while it has the focus, what contains it takes the focus. */
const passFocusOn = (button: HTMLButtonElement) => () => {
  if (document.activeElement === button) button.closest<HTMLElement>('[tabindex="-1"]')?.focus();
};

const RetryButton = ({ onRetry }: Pick<RetryNoticeProps, 'onRetry'>) => (
  <Button ref={passFocusOn} variant="quiet" onClick={onRetry}>
    {texts.common.tryAgain}
  </Button>
);

/** Says, in the place of what could not be loaded, that it failed, with a button to try again. */
export const LoadFailed = ({ text, onRetry, asHeading = false, children }: LoadFailedProps) => (
  <EmptyState tone="bad" text={text} asHeading={asHeading}>
    <RetryButton onRetry={onRetry} />
    {children}
  </EmptyState>
);

/** Says among other contents that something could not be loaded, with the same button. */
export const RetryNotice = ({ text, onRetry }: RetryNoticeProps) => (
  <>
    <Notice tone="bad">{text}</Notice>
    <RetryButton onRetry={onRetry} />
  </>
);
