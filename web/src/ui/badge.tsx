import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

export type Tone = 'good' | 'warn' | 'bad' | 'neutral';

const TONES: Record<Tone, string> = {
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  neutral: 'bg-sunken text-muted',
};

const badgeClass = (tone: Tone, className?: string): string =>
  clsx(
    'inline-flex items-center gap-1.5 rounded-full px-2.5 py-1 text-xs font-semibold whitespace-nowrap',
    TONES[tone],
    className,
  );

export interface BadgeProps {
  tone: Tone;
  icon?: ReactNode;
  className?: string;
  children: ReactNode;
}

export function Badge({ tone, icon, className, children }: BadgeProps) {
  return (
    <span className={badgeClass(tone, className)}>
      {icon}
      {children}
    </span>
  );
}

export interface BadgeButtonProps extends ComponentProps<'button'> {
  tone: Tone;
}

/**
 * A badge that is a button. It is as low as any badge. The pseudo-element enlarges its touch target to the size of a
 * thumb.
 */
export function BadgeButton({ tone, className, ...props }: BadgeButtonProps) {
  return (
    <button
      type="button"
      className={badgeClass(
        tone,
        clsx(
          'touch-pad relative underline underline-offset-2 before:absolute before:-inset-x-1 before:-inset-y-2.5',
          className,
        ),
      )}
      {...props}
    />
  );
}
