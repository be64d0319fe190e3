import { Languages } from 'lucide-react';
import { chooseLanguage, currentLanguage, LANGUAGE_NAMES, LANGUAGES } from '../lib/language';

/** The other language by its own name, for whoever does not read this one. A button: what it does is open the page anew. */
export function LanguageSwitch() {
  const current = currentLanguage();
  return LANGUAGES.filter((language) => language !== current).map((language) => (
    <button
      key={language}
      type="button"
      lang={language}
      onClick={() => chooseLanguage(language)}
      className="touch-pad inline-flex min-h-11 items-center gap-2 rounded-full px-4 text-[0.9375rem] font-semibold text-muted hover:text-ink"
    >
      <Languages aria-hidden size={18} />
      {LANGUAGE_NAMES[language]}
    </button>
  ));
}
