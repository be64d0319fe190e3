import { clsx } from 'clsx';
import type { ComponentProps, MouseEvent } from 'react';

type Variant = 'primary' | 'quiet' | 'plain' | 'danger';

const INACTIVE =
  'disabled:bg-sunken-strong disabled:text-muted aria-disabled:bg-sunken-strong aria-disabled:text-muted aria-disabled:opacity-100';

const VARIANTS: Record<Variant, string> = {
  primary: clsx('bg-accent text-on-accent hover:bg-accent-strong active:bg-accent-strong', INACTIVE),
  quiet: clsx('bg-sunken text-ink hover:bg-sunken-strong active:bg-sunken-strong', INACTIVE),
  danger: clsx('bg-bad text-page hover:opacity-90', INACTIVE),
  plain: 'text-ink hover:bg-sunken active:bg-sunken-strong',
};

/** Returns the classes of a button. Links that look like buttons use them, too. */
export const buttonClass = (variant: Variant, className?: string): string =>
  clsx(
    'touch-pad inline-flex min-h-12 items-center justify-center gap-2 rounded-field px-[min(1.25rem,6vw)] text-base font-semibold transition-colors',
    VARIANTS[variant],
    className,
  );

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: Variant;
  /**
   * Whether the button's action runs. The button then does nothing but keeps the focus, which `disabled` would drop.
   */
  busy?: boolean;
}

const doNothing = (event: MouseEvent): void => event.preventDefault();

export function Button({ variant = 'primary', type = 'button', busy = false, className, ...props }: ButtonProps) {
  return (
    <button
      type={type}
      className={buttonClass(variant, className)}
      {...props}
      {...(busy ? { 'aria-disabled': true, onClick: doNothing } : {})}
    />
  );
}

/** Returns the classes of a button that shows only an icon. */
export const iconButtonClass = (className?: string): string =>
  clsx(
    'touch-pad inline-flex size-11 shrink-0 items-center justify-center rounded-full text-ink transition-colors hover:bg-sunken active:bg-sunken-strong disabled:opacity-45',
    className,
  );

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** The name of the action, for people who do not see the icon. */
  label: string;
}

export function IconButton({ label, type = 'button', className, ...props }: IconButtonProps) {
  return <button type={type} aria-label={label} title={label} className={iconButtonClass(className)} {...props} />;
}
