import { paths, publicPath } from '../urls/paths';
import { currentLanguage, texts } from '../texts/texts';
import { BrandMark } from '../ui/brand-mark';
import { buttonClass } from '../ui/button';
import { PageTitle } from '../ui/page-title';
import { Preferences } from '../ui/preferences/preferences';

export function NotFoundScreen() {
  return (
    <div className="safe-x safe-top safe-bottom mx-auto flex min-h-dvh max-w-md flex-col">
      <PageTitle title={texts.notFound.title} />
      <main className="grid flex-1 content-center justify-items-start gap-5 py-10">
        <BrandMark size={44} />
        <h1 className="text-3xl font-semibold tracking-tight text-balance">{texts.notFound.title}</h1>
        <p className="text-muted text-pretty">{texts.notFound.text}</p>
        <a href={publicPath(paths.home, currentLanguage())} className={buttonClass('primary')}>
          {texts.notFound.home}
        </a>
      </main>
      <footer className="-ms-1">
        <Preferences />
      </footer>
    </div>
  );
}
