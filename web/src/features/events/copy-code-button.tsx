import { texts } from '../../texts/app-texts';
import { Check } from '../../ui/icons/checks';
import { Copy } from '../../ui/icons/codes';
import { useCopy } from '../../ui/clipboard/use-copy';
import { headerButtonClass } from './header-button';

export function CopyCodeButton({ accessCode }: { accessCode: string }) {
  const { copied, copy } = useCopy(texts.event.copyFailed);
  return (
    <button
      type="button"
      title={texts.event.copy}
      aria-label={copied ? texts.event.copied : texts.event.copy}
      onClick={() => void copy(accessCode)}
      className={headerButtonClass}
    >
      {copied ? <Check aria-hidden size={18} className="text-good" /> : <Copy aria-hidden size={18} />}
      <output className={copied ? 'fade-in text-good' : 'sr-only'}>{copied ? texts.event.copied : ''}</output>
    </button>
  );
}
