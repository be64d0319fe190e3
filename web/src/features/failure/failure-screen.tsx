import { useEffect } from 'react';
import { matchPath } from 'react-router-dom';
import { MINUTE_MS } from '../../../../src/shared/durations';
import { paths, publicPath } from '../../urls/paths';
import { currentLanguage, texts } from '../../texts/texts';
import { BrandMark } from '../../ui/brand-mark';
import { Button, buttonClass } from '../../ui/button';

/** The time in ms after which a public display retries by itself, because nobody is there to press a button. */
const RETRY_UNATTENDED_MS = MINUTE_MS;

function useRetryUnattended(): void {
  useEffect(() => {
    if (!matchPath(paths.display, location.pathname)) return undefined;
    const timer = setTimeout(() => location.reload(), RETRY_UNATTENDED_MS);
    return () => clearTimeout(timer);
  }, []);
}

export interface FailureScreenProps {
  title: string;
  text: string;
}

/**
 * Replaces a screen that does not work. It says what happened and offers two ways out. A public display retries by
 * itself.
 */
export function FailureScreen({ title, text }: FailureScreenProps) {
  useRetryUnattended();
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
