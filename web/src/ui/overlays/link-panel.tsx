import { dialogTexts } from '../../texts/dialog-texts';
import { Button } from '../button';
import { Check } from '../icons/checks';
import { Copy } from '../icons/codes';
import { Share } from '../icons/menus';
import { QrCode } from '../qr-code';
import { useCopy } from '../clipboard/use-copy';

export interface LinkPanelProps {
  link: string;
  /** The title of the link in the device's share sheet. */
  title: string;
}

/** The name of the error if the user has closed the share sheet (Web Share API, section 2.1). */
const CLOSED = 'AbortError';

async function openShareSheet(title: string, url: string): Promise<void> {
  try {
    await navigator.share({ title, url });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === CLOSED)) console.warn('The link could not be shared', error);
  }
}

/** Shows a link as a QR code to scan, and buttons to copy or share it. */
export function LinkPanel({ link, title }: LinkPanelProps) {
  const { copied, copy } = useCopy(dialogTexts.link.copyFailed);
  return (
    <div className="grid justify-items-center gap-4">
      <QrCode
        value={link}
        label={dialogTexts.link.qr(link)}
        className="w-60 max-w-full rounded-field border border-line forced-color-adjust-none"
      />
      <p className="text-center text-sm break-all text-muted select-all">{link}</p>
      <div className="grid w-full grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3 [&>button]:px-3">
        <Button onClick={() => void copy(link)}>
          {copied ? <Check size={18} /> : <Copy size={18} />}
          {copied ? dialogTexts.link.copied : dialogTexts.link.copy}
        </Button>
        <output className="sr-only">{copied && dialogTexts.link.copied}</output>
        {'share' in navigator && (
          <Button variant="quiet" onClick={() => void openShareSheet(title, link)}>
            <Share size={18} />
            {dialogTexts.link.share}
          </Button>
        )}
      </div>
    </div>
  );
}
