import { LanguageSwitch } from './language-switch';
import { ThemeSwitch } from './theme-switch';

/** A person's choices for this device, at the bottom of each screen. */
export function Preferences({ className = '' }: { className?: string }) {
  return (
    <div className={`flex flex-wrap items-center gap-x-3 gap-y-1 ${className}`}>
      <ThemeSwitch />
      <LanguageSwitch />
    </div>
  );
}
