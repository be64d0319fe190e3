import { Link } from 'react-router-dom';
import { paths } from '../lib/paths';
import { texts } from '../lib/texts';
import { BrandMark } from '../ui/brand-mark';

export function NotFoundScreen() {
  return (
    <main className="safe-x mx-auto grid min-h-dvh max-w-md content-center justify-items-start gap-5 py-10">
      <title>{texts.notFound.title}</title>
      <BrandMark size={44} />
      <h1 className="text-3xl font-semibold tracking-tight text-balance">{texts.notFound.title}</h1>
      <p className="text-muted text-pretty">{texts.notFound.text}</p>
      <Link
        to={paths.home}
        className="inline-flex min-h-12 items-center rounded-field bg-accent px-5 font-semibold text-on-accent hover:bg-accent-strong"
      >
        {texts.notFound.home}
      </Link>
    </main>
  );
}
