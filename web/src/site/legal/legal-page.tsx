import { ENGLISH } from '../../../../src/shared/languages';
import type { LegalFrame, LegalTexts } from './legal-texts';

export interface LegalPageProps {
  texts: LegalTexts;
  frame: LegalFrame;
  /** The path of the page in the binding language. */
  path: string;
  supportEmail: string;
}

const heading = 'text-xl font-semibold tracking-tight sm:text-2xl';

/** The layout of a long text, in lines of a comfortable length. */
export function LegalPage({ texts, frame, path, supportEmail }: LegalPageProps) {
  return (
    <article className="safe-x mx-auto w-full max-w-[42rem] pt-8 pb-20 sm:pt-14">
      <h1 className="text-4xl font-semibold tracking-[-0.03em] text-balance sm:text-5xl">{texts.title}</h1>
      <p className="mt-3 text-muted">{frame.updated}</p>
      {frame.translation && (
        <p className="mt-3 text-muted">
          {frame.translation.text}{' '}
          <a
            href={path}
            hrefLang={ENGLISH}
            data-language={ENGLISH}
            className="inline-block py-2 font-semibold text-ink underline decoration-line-strong underline-offset-4"
          >
            {frame.translation.link}
          </a>
        </p>
      )}
      <p className="mt-8 text-xl leading-relaxed text-pretty">{texts.lead}</p>
      {texts.sections.map(({ title, paragraphs = [], points = [] }) => (
        <section key={title} className="mt-11">
          <h2 className={heading}>{title}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph} className="mt-3 leading-relaxed text-pretty">
              {paragraph}
            </p>
          ))}
          {points.length > 0 && (
            <ul className="mt-3 grid list-disc gap-2.5 ps-5 marker:text-line-strong">
              {points.map((point) => (
                <li key={point} className="ps-1 leading-relaxed text-pretty">
                  {point}
                </li>
              ))}
            </ul>
          )}
        </section>
      ))}
      <section className="mt-11">
        <h2 className={heading}>{frame.contact}</h2>
        <p className="mt-3 leading-relaxed">
          {frame.contactText}{' '}
          <a
            href={`mailto:${supportEmail}`}
            className="inline-block py-2.5 font-semibold underline decoration-line-strong underline-offset-4"
          >
            {supportEmail}
          </a>
        </p>
      </section>
    </article>
  );
}
