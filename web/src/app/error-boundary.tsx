import { Component, type ReactNode } from 'react';
import { texts } from '../texts/texts';
import { FailureScreen } from '../features/failure/failure-screen';

export interface ErrorBoundaryProps {
  /** Identifies the shown place. When this value changes, the boundary renders its children again. */
  place?: string;
  children: ReactNode;
}

interface ErrorBoundaryState {
  failed: boolean;
}

/** Catches a crash of a screen: it says in plain words that the screen failed, and offers a fresh start. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false };

  static getDerivedStateFromError(): ErrorBoundaryState {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    // React has logged the error. `reportError`, where the browser has it, passes it to error-reporting.ts.
    if ('reportError' in window) reportError(error);
  }

  override componentDidUpdate(previous: ErrorBoundaryProps): void {
    // oxlint-disable-next-line react/no-did-update-set-state -- only when the place has changed
    if (this.state.failed && previous.place !== this.props.place) this.setState({ failed: false });
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return <FailureScreen title={texts.errors.crashTitle} text={texts.errors.crashText} />;
  }
}
