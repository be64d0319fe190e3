import { WIDGET_PATH } from '../../../../src/shared/paths';
import { dialogTexts } from '../../texts/dialog-texts';
import { publicNumbersTexts } from '../../texts/public-numbers-texts';
import { Button, buttonClass } from '../../ui/button';
import { useCopy } from '../../ui/clipboard/use-copy';
import { Check } from '../../ui/icons/checks';
import { Copy } from '../../ui/icons/codes';
import { ExternalLink } from '../../ui/icons/display';
import { usePublicOrigin } from '../../urls/public-origin';

/** The lines that a website needs to show the widget: a script, or a frame. */
export function Snippets({ token }: { token: string }) {
  const origin = usePublicOrigin();
  const words = publicNumbersTexts;
  const page = `${origin}${WIDGET_PATH.replace(':token', encodeURIComponent(token))}`;
  return (
    <div className="grid gap-4">
      <Snippet
        title={words.script}
        hint={words.scriptHint}
        copyText={words.copyScript}
        code={`<script src="${origin}/widget.js" data-token="${token}" async></script>`}
      />
      <Snippet
        title={words.frame}
        copyText={words.copyFrame}
        code={`<iframe src="${page}" title="${words.frameTitle}" width="352" height="180" frameborder="0"></iframe>`}
      />
      <a href={page} target="_blank" rel="noreferrer" className={buttonClass('quiet')}>
        <ExternalLink aria-hidden size={18} />
        {words.open}
      </a>
    </div>
  );
}

interface SnippetProps {
  title: string;
  hint?: string;
  code: string;
  copyText: string;
}

function Snippet({ title, hint, code, copyText }: SnippetProps) {
  const { copied, copy } = useCopy(dialogTexts.link.copyFailed);
  return (
    <section className="grid gap-1.5">
      <h3 className="text-sm font-semibold">{title}</h3>
      {hint !== undefined && <p className="text-sm text-muted">{hint}</p>}
      <code className="rounded-field border border-line p-3 text-sm break-all select-all">{code}</code>
      <Button variant="quiet" onClick={() => void copy(code)}>
        {copied ? <Check aria-hidden size={18} /> : <Copy aria-hidden size={18} />}
        {copied ? dialogTexts.link.copied : copyText}
      </Button>
      <output className="sr-only">{copied && dialogTexts.link.copied}</output>
    </section>
  );
}
