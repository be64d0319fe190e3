import { Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { formatAccessCode } from '../../../../src/shared/rules/access-code';
import type { CreatedInspectorLink } from '../../../../src/shared/inspections/schemas';
import type { Area } from '../../../../src/shared/schemas/area';
import type { Event } from '../../../../src/shared/schemas/event';
import type { Door } from '../../device/door/door-link';
import { dialogTexts } from '../../texts/dialog-texts';
import { useRoom } from '../../realtime/hooks';
import { Button } from '../../ui/button';
import { ConfirmActions } from '../../ui/overlays/confirm-dialog';
import { Dialog } from '../../ui/overlays/dialog';
import { missingText, preloadable } from '../../ui/overlays/lazy-component';
import { Notice } from '../../ui/notice';
import { Spinner } from '../../ui/spinner';
import { madeHead } from '../inspection/inspector-links-api';
import type { NewInspectorLinkProps } from '../inspection/new-inspector-link';
import { ShieldCheck } from '../../ui/icons/account';
import { Printer } from '../../ui/icons/files';
import { RefreshCw } from '../../ui/icons/menus';
import { LinkPanel } from '../../ui/overlays/link-panel';
import { DoorFields, newDoor } from './door-fields';
import { useJoinLink } from './join-link';
import { doorSummary } from '../../device/door/door-summary';
import { QrCode } from '../../ui/qr-code';
import { paths } from '../../urls/paths';
import { replaceAccessCode } from '../events/events-api';
import './door-card.css';

export interface ShareDialogProps {
  event: Event;
  /** The area of the door for which the dialog starts with a link. */
  area?: Area;
  onClose: () => void;
  /**
   * Called with the event and its new access code, even if the dialog was closed before the answer came. Undefined for
   * users who are not allowed to replace the code.
   */
  onReplaced?: (event: Event) => void;
}

const [NewInspectorLink, fetchInspectorLink] = preloadable<NewInspectorLinkProps>(
  async () => (await import('../inspection/new-inspector-link')).NewInspectorLink,
  () => <Notice tone="bad">{missingText()}</Notice>,
);

type View = 'share' | 'inspector' | 'replace' | 'replaced';

/**
 * Shows the ways to invite others to the event: QR code, link or paper, and for its admin a link for an inspector. While
 * it is open, printing the page prints the door card.
 */
export function ShareDialog({ event, area, onClose, onReplaced }: ShareDialogProps) {
  const [door, setDoor] = useState(() => (area ? newDoor(area) : null));
  const [view, setView] = useState<View>('share');
  /** An inspector's link that was made here. Its token comes once, so it is shown even to those who went back. */
  const [made, setMade] = useState<CreatedInspectorLink | null>(null);
  const words = dialogTexts.join;
  const back = () => setView('share');
  const share = { title: words.title, description: words.lead };
  const head = {
    share,
    replaced: share,
    replace: { title: words.replace, description: words.replaceWarning, onBack: back },
    inspector:
      made === null ? { title: words.inspector, description: words.inspectorLead, onBack: back } : madeHead(made),
  };
  return (
    <Dialog onClose={onClose} {...head[view]}>
      {view === 'replace' && onReplaced && (
        // The question stands before the call because that logs out all people who count with the code.
        <ConfirmActions
          confirmText={words.replace}
          busyText={words.replacing}
          failed={words.replaceFailed}
          onConfirm={async () => onReplaced(await replaceAccessCode(event.eventId))}
          onDone={() => setView('replaced')}
          onClose={back}
        />
      )}
      {view === 'inspector' && (
        <Suspense fallback={<Spinner />}>
          <NewInspectorLink
            eventId={event.eventId}
            made={made}
            onMade={(link) => {
              setMade(link);
              setView('inspector');
            }}
            onLeave={back}
            onDone={onClose}
          />
        </Suspense>
      )}
      {(view === 'share' || view === 'replaced') && (
        <>
          <Access event={event} isNew={view === 'replaced'} door={door} onDoor={setDoor} />
          <div className="mt-3 grid gap-3">
            <Button variant="quiet" onClick={() => window.print()}>
              <Printer size={18} />
              {words.print}
            </Button>
            {onReplaced && <AdminButtons onView={setView} />}
          </div>
        </>
      )}
      {createPortal(<DoorCard event={event} door={door} />, document.body)}
    </Dialog>
  );
}

/** What only the event's admin can do here. */
function AdminButtons({ onView }: { onView: (view: View) => void }) {
  const prepare = () => void fetchInspectorLink().catch(() => undefined);
  return (
    <>
      <Button variant="quiet" onPointerEnter={prepare} onFocus={prepare} onClick={() => onView('inspector')}>
        <ShieldCheck size={18} />
        {dialogTexts.join.inspector}
      </Button>
      <Button variant="plain" onClick={() => onView('replace')}>
        <RefreshCw size={18} />
        {dialogTexts.join.replace}
      </Button>
    </>
  );
}

interface AccessProps {
  event: Event;
  isNew: boolean;
  door: Door | null;
  onDoor: (door: Door | null) => void;
}

function Access({ event, isNew, door, onDoor }: AccessProps) {
  const { areas } = useRoom(event.eventId).snapshot;
  return (
    <>
      <output className={isNew ? 'mb-4 block rounded-field bg-good-soft px-4 py-3 font-medium text-good' : ''}>
        {isNew && dialogTexts.join.replaced}
      </output>
      <p className="mb-3 text-center font-mono text-3xl font-semibold tracking-wider">
        {formatAccessCode(event.accessCode)}
      </p>
      <DoorFields areas={areas ?? []} door={door} onChange={onDoor} />
      <LinkPanel link={useJoinLink(event, door)} title={event.eventName} />
    </>
  );
}

/** The notice to hang at the door. It appears only in print, alone on its page. */
function DoorCard({ event, door }: { event: Event; door: Door | null }) {
  const link = useJoinLink(event, door);
  return (
    <section className="door-card">
      <header>
        <h1>{event.eventName}</h1>
        {door && <p>{doorSummary(door)}</p>}
      </header>
      <QrCode value={link} label={dialogTexts.link.qr(link)} />
      <div>
        <p className="door-card-code">{formatAccessCode(event.accessCode)}</p>
        <p>{dialogTexts.join.orType(`${new URL(link).host}${paths.login}`)}</p>
        <ol>
          {dialogTexts.join.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
    </section>
  );
}
