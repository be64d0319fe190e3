import { currentLanguage, texts } from '../texts/texts';
import { paths, publicPath } from '../urls/paths';
import { BrandMark } from './brand-mark';

/** The head of pages that need no session: the brand, which leads to the home page. */
export const BrandHeader = () => (
  <header className="py-5">
    <a
      href={publicPath(paths.home, currentLanguage())}
      className="inline-flex min-h-11 items-center gap-2.5 text-lg font-semibold tracking-tight"
    >
      <BrandMark />
      {texts.brand}
    </a>
  </header>
);
