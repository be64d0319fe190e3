import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

type Variant = 'primary' | 'quiet' | 'plain' | 'danger';

const VARIANTS: Record<Variant, string> = {
  primary:
    'bg-accent text-on-accent not-disabled:hover:bg-accent-strong not-disabled:active:bg-accent-strong disabled:bg-sunken-strong disabled:text-muted',
  quiet: 'bg-sunken text-ink hover:bg-sunken-strong active:bg-sunken-strong',
  danger: 'bg-bad text-page enabled:hover:opacity-90 disabled:bg-sunken-strong disabled:text-muted',
  plain: 'text-ink hover:bg-sunken active:bg-sunken-strong',
};

/** How a button looks, for links that lead somewhere as plainly as a button does something. */
export const buttonClass = (variant: Variant, className?: string): string =>
  clsx(
    'touch-pad inline-flex min-h-12 items-center justify-center gap-2 rounded-field px-5 text-base font-semibold transition-colors',
    VARIANTS[variant],
    className,
  );

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: Variant;
}

export function Button({ variant = 'primary', type = 'button', className, ...props }: ButtonProps) {
  return <button type={type} className={buttonClass(variant, className)} {...props} />;
}

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** What it does, for everyone who does not see the icon. */
  label: string;
}

export function IconButton({ label, type = 'button', className, ...props }: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={clsx(
        'touch-pad inline-flex size-11 shrink-0 items-center justify-center rounded-full text-ink transition-colors hover:bg-sunken active:bg-sunken-strong disabled:opacity-45',
        className,
      )}
      {...props}
    />
  );
}
