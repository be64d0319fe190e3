import { clsx } from 'clsx';
import { Monitor, Moon, Sun } from 'lucide-react';
import { useId } from 'react';
import { texts } from '../lib/texts';
import { chooseTheme, type Theme, THEMES, useTheme } from '../lib/theme';

const ICONS: Record<Theme, typeof Sun> = { system: Monitor, light: Sun, dark: Moon };

/** Three icons in a row; their names are for those who do not see them, and for the pointer that rests. */
export function ThemeSwitch({ className }: { className?: string }) {
  const chosen = useTheme();
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={texts.theme.label}
      className={clsx('inline-flex w-fit rounded-full bg-sunken', className)}
    >
      {THEMES.map((theme) => {
        const Icon = ICONS[theme];
        return (
          <label
            key={theme}
            title={texts.theme[theme]}
            className="grid size-11 cursor-pointer place-items-center rounded-full text-muted has-checked:bg-raised has-checked:text-ink has-checked:shadow-lift has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              value={theme}
              aria-label={texts.theme[theme]}
              checked={theme === chosen}
              onChange={() => chooseTheme(theme)}
              className="sr-only"
            />
            <Icon aria-hidden size={18} />
          </label>
        );
      })}
    </div>
  );
}
