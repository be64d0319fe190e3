import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export interface EmptyStateProps {
  /** `bad` marks the text as a failure. */
  tone?: 'plain' | 'bad';
  text: string;
  icon?: ReactNode;
  /** Whether the text is the heading of the page, because the page contains nothing else. */
  asHeading?: boolean;
  /** Buttons for what people can do next. */
  children?: ReactNode;
}

export function EmptyState({ tone = 'plain', text, icon, asHeading = false, children }: EmptyStateProps) {
  const Text = asHeading ? 'h1' : 'p';
  return (
    <div className="fade-in mx-auto grid max-w-sm justify-items-center gap-5 px-4 py-16 text-center">
      {icon && <span className="grid size-16 place-items-center rounded-card bg-sunken text-muted">{icon}</span>}
      <div role={tone === 'bad' ? 'alert' : undefined}>
        <Text className={clsx('text-lg font-medium text-balance', tone === 'bad' ? 'text-bad' : 'text-ink')}>
          {text}
        </Text>
      </div>
      {children}
    </div>
  );
}
