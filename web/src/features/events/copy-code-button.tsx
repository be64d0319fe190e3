import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { COPIED_MS } from '../../../../src/shared/limits';
import { copyText } from '../../lib/copy-text';
import { texts } from '../../lib/texts';
import { showToast } from '../../lib/toasts';

export function CopyCodeButton({ accessCode }: { accessCode: string }) {
  const [copiedAt, setCopiedAt] = useState<number | null>(null);

  useEffect(() => {
    if (copiedAt === null) return undefined;
    const timer = setTimeout(() => setCopiedAt(null), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copiedAt]);

  async function copy() {
    if (await copyText(accessCode)) setCopiedAt(Date.now());
    else showToast(texts.event.copyFailed);
  }

  const copied = copiedAt !== null;
  return (
    <button
      type="button"
      title={texts.event.copy}
      aria-label={copied ? texts.event.copied : texts.event.copy}
      onClick={() => void copy()}
      className="touch-pad ml-1 inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-full px-3 text-sm font-semibold transition-colors hover:bg-sunken active:bg-sunken-strong"
    >
      {copied ? <Check aria-hidden size={18} className="text-good" /> : <Copy aria-hidden size={18} />}
      <output className={copied ? 'fade-in text-good' : 'sr-only'}>{copied ? texts.event.copied : ''}</output>
    </button>
  );
}
