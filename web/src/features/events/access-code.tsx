import { formatAccessCode } from '../../../../src/shared/rules/access-code';
import { texts } from '../../texts/app-texts';
import { Check } from '../../ui/icons/checks';
import { useCopy } from '../../ui/clipboard/use-copy';
import { Copy, QrCode } from '../../ui/icons/codes';
import { headerButtonClass } from './header-button';

export interface AccessCodeProps {
  accessCode: string;
  /** Opens the dialog that shows others how to join. */
  onShare: () => void;
}

/**
 * Shows the access code with the buttons to copy and share it. The elements are parts of the row that contains them.
 */
export function AccessCode({ accessCode, onShare }: AccessCodeProps) {
  return (
    <>
      <CodeWithCopy accessCode={accessCode} />
      <button type="button" onClick={onShare} className={headerButtonClass}>
        <QrCode size={18} />
        {texts.event.share}
      </button>
    </>
  );
}

/** The same without the button to share it. */
export const CodeWithCopy = ({ accessCode }: { accessCode: string }) => (
  <>
    <span className="me-2 text-sm">{texts.event.accessCode}</span>
    <span className="me-1 font-mono text-base font-semibold tracking-wider text-ink">
      {formatAccessCode(accessCode)}
    </span>
    <CopyCodeButton accessCode={accessCode} />
  </>
);

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
      {copied ? <Check size={18} className="text-good" /> : <Copy size={18} />}
      <output className={copied ? 'fade-in text-good' : 'sr-only'}>{copied ? texts.event.copied : ''}</output>
    </button>
  );
}
