import { clsx } from 'clsx';
import { useId } from 'react';
import { texts } from '../../texts/texts';
import { chooseTheme, type Theme, THEMES, useTheme } from '../styles/theme';
import { Monitor, Moon, Sun } from '../icons/appearance';
import { RadioOption } from '../forms/radio-option';

export const THEME_ICONS: Record<Theme, typeof Sun> = { system: Monitor, light: Sun, dark: Moon };

/** Three icons in a row. Their names are for people who do not see the icons, and appear under the mouse pointer. */
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
        const Icon = THEME_ICONS[theme];
        return (
          <RadioOption
            key={theme}
            name={name}
            value={theme}
            label={texts.theme[theme]}
            checked={theme === chosen}
            onChoose={() => chooseTheme(theme)}
            className="size-11 rounded-full"
          >
            <Icon size={18} />
          </RadioOption>
        );
      })}
    </div>
  );
}
