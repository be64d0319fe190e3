import { useEffect, useRef } from 'react';
import { WIDGET_PATH } from '../../../../src/shared/paths';
import type { PublicDetail } from '../../../../src/shared/public-numbers/schemas';
import { dialogTexts } from '../../texts/dialog-texts';
import { publicNumbersTexts } from '../../texts/public-numbers-texts';
import { Button, buttonClass } from '../../ui/button';
import { useCopy } from '../../ui/clipboard/use-copy';
import { Check } from '../../ui/icons/checks';
import { Copy } from '../../ui/icons/codes';
import { ExternalLink } from '../../ui/icons/display';
import { usePublicOrigin } from '../../urls/public-origin';

export interface SnippetsProps {
  token: string;
  detail: PublicDetail;
  areas: number;
  /** Whether the first heading takes the focus, because the numbers were made public just now. */
  isNew: boolean;
}

/** Returns the height of the frame in CSS px, in which the widget fits unless names need more than a line. */
const frameHeight = (detail: PublicDetail, areas: number): number => (detail === 'level' ? 150 : 170 + 40 * areas);

/** The lines that a website needs to show the widget: a script, or a frame. */
export function Snippets({ token, detail, areas, isNew }: SnippetsProps) {
  const origin = usePublicOrigin();
  const words = publicNumbersTexts;
  const page = `${origin}${WIDGET_PATH.replace(':token', encodeURIComponent(token))}`;
  return (
    <div className="grid gap-4">
      <Snippet
        title={words.script}
        hint={words.scriptHint}
        copyText={words.copyScript}
        isFocused={isNew}
        code={`<script src="${origin}/widget.js" data-token="${token}" async></script>`}
      />
      <Snippet
        title={words.frame}
        hint={words.frameHint}
        copyText={words.copyFrame}
        code={`<iframe src="${page}" title="${words.frameTitle}" width="352" height="${frameHeight(detail, areas)}" frameborder="0"></iframe>`}
      />
      <div className="mt-1 grid border-t border-line pt-5">
        <a href={page} target="_blank" rel="noreferrer" className={buttonClass('quiet')}>
          <ExternalLink size={18} />
          {words.open}
        </a>
      </div>
    </div>
  );
}

interface SnippetProps {
  title: string;
  hint: string;
  code: string;
  copyText: string;
  isFocused?: boolean;
}

function Snippet({ title, hint, code, copyText, isFocused = false }: SnippetProps) {
  const { copied, copy } = useCopy(dialogTexts.link.copyFailed);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isFocused) heading.current?.focus();
  }, [isFocused]);
  return (
    <section className="grid gap-1.5">
      <h3 ref={heading} tabIndex={-1} className="text-sm font-semibold outline-none">
        {title}
      </h3>
      <p className="text-sm text-muted">{hint}</p>
      <code className="rounded-field border border-line p-3 text-sm break-all select-all">{code}</code>
      <Button variant="quiet" onClick={() => void copy(code)}>
        {copied ? <Check size={18} /> : <Copy size={18} />}
        {copied ? dialogTexts.link.copied : copyText}
      </Button>
      <output className="sr-only">{copied && dialogTexts.link.copied}</output>
    </section>
  );
}
