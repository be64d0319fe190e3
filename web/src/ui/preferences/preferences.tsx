import { LanguageSwitch } from './language-switch';
import { ThemeSwitch } from './theme-switch';

/** The switches for the theme and the language, stored on this device. */
export function Preferences({ className = '' }: { className?: string }) {
  return (
    <div className={`flex flex-wrap items-center gap-x-3 gap-y-1 ${className}`}>
      <ThemeSwitch />
      <LanguageSwitch />
    </div>
  );
}
