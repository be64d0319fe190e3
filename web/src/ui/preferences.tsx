import { LanguageSwitch } from './language-switch';
import { ThemeSwitch } from './theme-switch';

/** What a person chooses for this device, at the foot of each screen. */
export function Preferences({ className = '' }: { className?: string }) {
  return (
    <div className={`flex flex-wrap items-center gap-x-3 gap-y-1 ${className}`}>
      <ThemeSwitch />
      <LanguageSwitch />
    </div>
  );
}
