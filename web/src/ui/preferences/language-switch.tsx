import { clsx } from 'clsx';
import { factsOf, LANGUAGE_CODES } from '../../../../src/shared/languages';
import { chooseLanguage } from '../../texts/language';
import { currentLanguage } from '../../texts/texts';
import { Languages } from '../icons/appearance';

/**
 * A button for each other language, labeled with the language's own name for people who do not read the current one. It
 * is a button because it reloads the page.
 * @param props.compact shows only the icon, on its own background
 */
export function LanguageSwitch({ compact = false }: { compact?: boolean }) {
  const current = currentLanguage();
  return LANGUAGE_CODES.filter((language) => language !== current).map((language) => (
    <button
      key={language}
      type="button"
      lang={language}
      title={compact ? factsOf(language).name : undefined}
      onClick={() => chooseLanguage(language)}
      className={clsx(
        'touch-pad inline-flex min-h-11 items-center gap-2 rounded-full text-[0.9375rem] font-semibold text-muted hover:text-ink',
        compact ? 'size-11 justify-center bg-sunken' : 'px-4',
      )}
    >
      <Languages size={18} />
      <span className={clsx(compact && 'sr-only')}>{factsOf(language).name}</span>
    </button>
  ));
}
