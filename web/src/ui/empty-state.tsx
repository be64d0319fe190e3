import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export interface EmptyStateProps {
  /** The only message; `bad` for failures. */
  tone?: 'plain' | 'bad';
  text: string;
  icon?: ReactNode;
  /** When it is all that the page says. */
  asHeading?: boolean;
  /** What to do about it. */
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
