import { Component, type ReactNode } from 'react';
import { texts } from '../texts/texts';
import { FailureScreen } from '../features/failure/failure-screen';

export interface ErrorBoundaryProps {
  /** A different value means another place: there it tries again. */
  place?: string;
  children: ReactNode;
}

interface ErrorBoundaryState {
  failed: boolean;
}

/** The last resort of a screen: says in plain words that it failed, and offers a fresh start. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false };

  static getDerivedStateFromError(): ErrorBoundaryState {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    // React has logged it. In browsers that have this function the reporter gets the error (error-reporting.ts).
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
