import { Component, type ErrorInfo, type ReactNode } from 'react';
import { texts } from '../lib/texts';
import { Button } from '../ui/button';

interface ErrorBoundaryState {
  failed: boolean;
}

/** The last resort of a screen: says so in plain words and offers a fresh start. */
export class ErrorBoundary extends Component<{ children: ReactNode }, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false };

  static getDerivedStateFromError(): ErrorBoundaryState {
    return { failed: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error(error, info.componentStack);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <main role="alert" className="safe-x mx-auto grid min-h-dvh max-w-md content-center justify-items-start gap-4">
        <h1 className="text-3xl font-semibold tracking-tight">{texts.errors.crashTitle}</h1>
        <p className="text-muted">{texts.errors.crashText}</p>
        <Button onClick={() => location.reload()}>{texts.common.reload}</Button>
      </main>
    );
  }
}
