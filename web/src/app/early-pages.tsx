import { type ReactNode, StrictMode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { ENGLISH, directionOf, type Language, LANGUAGE_CODES } from '../../../src/shared/languages';
import { PasswordField } from '../features/auth/login-screen';
import type { PartName, TextName } from '../features/auth/early/early-page';
import { Unanswered } from '../features/auth/unanswered';
import { signInTexts } from '../texts/sign-in-texts';
import { paths } from '../urls/paths';
import { siteTexts } from '../site/site-texts';
import { speakAll } from '../site/speak-all';
import { texts } from '../texts/texts';
import type { RenderedPage, SiteFacts } from '../site/facts';
import { Head } from '../site/head';
import { withStyleClasses } from '../site/style-classes';
import { Notice } from '../ui/notice';
import { AppRoutes, fetchEarlyScreen } from './app';

/**
 * Renders the HTML of the login and the sign-up for the build (web/src/main.tsx hydrates it). The page is in English.
 * Templates beside it hold the screen in the other languages, and the parts that the form may need. early-form.ts makes the form work
 * before React has loaded.
 */

interface EarlyPageOf {
  readonly path: string;
  texts(): Record<TextName, string>;
}

const pages: Record<string, EarlyPageOf> = {
  'login.html': {
    path: paths.login,
    texts: () => ({
      title: texts.common.pageTitle(signInTexts.login.pageTitle),
      submit: signInTexts.login.submit,
      busy: signInTexts.login.busy,
      failed: signInTexts.login.failed,
      noAnswer: texts.errors.noAnswer,
      joinLead: signInTexts.login.joinLead,
      success: '',
    }),
  },
  'signup.html': {
    path: paths.signup,
    texts: () => ({
      title: texts.common.pageTitle(signInTexts.signup.title),
      submit: signInTexts.signup.submit,
      busy: signInTexts.signup.busy,
      failed: signInTexts.signup.failed,
      noAnswer: '',
      joinLead: '',
      success: signInTexts.signup.success,
    }),
  },
};

await Promise.all(Object.values(pages).map(({ path }) => fetchEarlyScreen(path)));

/**
 * Renders a screen without its title, which belongs in the head. The button works even without a script: the form is
 * then sent to the server.
 */
const screenOf = (path: string, { supportEmail }: SiteFacts): string =>
  renderToString(
    <StrictMode>
      <StaticRouter location={path}>
        <AppRoutes startsAsGuest />
      </StaticRouter>
    </StrictMode>,
  )
    .replace(/<title>.*?<\/title>/, '')
    .replace(' disabled=""', '')
    .replace('href="mailto:"', `href="mailto:${supportEmail}"`);

const ignore = () => undefined;

const parts: Record<PartName, ReactNode> = {
  message: <Notice tone="good">{''}</Notice>,
  error: <Notice tone="bad">{''}</Notice>,
  unanswered: <Unanswered />,
  password: <PasswordField value="" onChange={ignore} />,
};

/**
 * Renders the template of one language: its texts, its parts, and its screen unless the page already shows that screen.
 */
function templateOf(language: Language, page: EarlyPageOf, screen: string): string {
  const data = Object.entries(page.texts()).map(([name, text]) => [
    `data-${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    text,
  ]);
  const template = renderToStaticMarkup(
    <template data-language={language} {...Object.fromEntries(data)}>
      {Object.entries(parts).map(([name, part]) => (
        <div key={name} data-part={name}>
          {part}
        </div>
      ))}
    </template>,
  );
  return template.replace('</template>', () => `${screen}</template>`);
}

/** Does for these pages what renderPage of site/pages.tsx does for the public pages. */
export function renderPage(file: string, facts: SiteFacts): RenderedPage {
  const page = pages[file];
  if (!page) throw new Error(`There is no page for ${file}`);
  const templates = LANGUAGE_CODES.map((language) => {
    speakAll(language);
    const screen = language === ENGLISH ? '' : `<div data-part="screen">${screenOf(page.path, facts)}</div>`;
    return templateOf(language, page, screen);
  });
  speakAll(ENGLISH);
  const screen = `<div id="root">${screenOf(page.path, facts)}</div>`;
  const noScript = renderToStaticMarkup(<noscript>{siteTexts.needsScript}</noscript>);
  const { html, css } = withStyleClasses([screen, ...templates, noScript].join('\n    '));
  const head = renderToStaticMarkup(<Head title={page.texts().title} description={siteTexts.appDescription} isApp />);
  return { language: ENGLISH, direction: directionOf(ENGLISH), head, body: html, css };
}
