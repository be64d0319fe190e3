import { currentLanguage } from '../lib/language';
import { paths, publicPath } from '../lib/paths';
import { texts } from '../lib/texts';
import { BrandMark } from '../ui/brand-mark';
import { Button, buttonClass } from '../ui/button';

export interface FailureScreenProps {
  title: string;
  text: string;
}

/** In place of a screen that does not work: what happened, and two ways out. */
export function FailureScreen({ title, text }: FailureScreenProps) {
  return (
    <main
      role="alert"
      className="safe-x mx-auto grid min-h-dvh max-w-md content-center justify-items-start gap-5 py-10"
    >
      <BrandMark size={44} />
      <h1 className="text-3xl font-semibold tracking-tight text-balance">{title}</h1>
      <p className="text-muted text-pretty">{text}</p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => location.reload()}>{texts.common.reload}</Button>
        <a href={publicPath(paths.home, currentLanguage())} className={buttonClass('quiet')}>
          {texts.notFound.home}
        </a>
      </div>
    </main>
  );
}
