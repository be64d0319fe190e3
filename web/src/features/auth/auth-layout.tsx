import type { ReactNode } from 'react';
import { BrandHeader } from '../../ui/brand-header';
import { PageTitle } from '../../ui/page-title';
import { Preferences } from '../../ui/preferences/preferences';

export interface AuthLayoutProps {
  /** The title of the browser tab, if it differs from the heading. */
  pageTitle?: string;
  title: string;
  lead: string;
  children: ReactNode;
  /** Links to other pages. */
  footer: ReactNode;
}

/** The layout of the login and sign-up pages: one column with one card. */
export function AuthLayout({ pageTitle, title, lead, children, footer }: AuthLayoutProps) {
  return (
    <div className="safe-x safe-top safe-bottom mx-auto flex min-h-dvh w-full max-w-md flex-col">
      <PageTitle title={pageTitle ?? title} />
      <BrandHeader />
      <main className="flex flex-1 flex-col pt-[6vh] pb-10">
        <h1 className="text-3xl font-semibold tracking-tight text-balance sm:text-4xl">{title}</h1>
        <p className="mt-3 mb-8 text-muted text-pretty wrap-anywhere">{lead}</p>
        {children}
        <div className="mt-8 grid gap-1 text-[0.9375rem] text-muted">{footer}</div>
      </main>
      <footer className="-ms-1">
        <Preferences />
      </footer>
    </div>
  );
}

/** A question with the link that answers it, for the footer. */
export function FooterLine({ question, children }: { question: string; children: ReactNode }) {
  return (
    <p className="flex min-h-11 flex-wrap items-center gap-x-1.5">
      {question} {children}
    </p>
  );
}

export const footerLinkClass =
  'inline-flex min-h-11 items-center font-semibold text-ink underline decoration-line-strong underline-offset-4';
