import './door-card.css';
import { formatAccessCode } from '../../../../src/shared/rules/access-code';
import type { Event } from '../../../../src/shared/schemas/event';
import type { Door } from '../../device/door/door-link';
import { doorSummary } from '../../device/door/door-summary';
import { lateTexts } from '../../texts/dialog-texts';
import { paths } from '../../urls/paths';
import { QrCode } from '../../ui/qr-code';
import { useJoinLink } from './join-link';

/** The notice that hangs at the door: only printed, and alone on its page. */
export function DoorCard({ event, door }: { event: Event; door: Door | null }) {
  const link = useJoinLink(event, door);
  return (
    <section className="door-card">
      <header>
        <h1>{event.eventName}</h1>
        {door && <p>{doorSummary(door)}</p>}
      </header>
      <QrCode value={link} label={lateTexts.link.qr(link)} />
      <div>
        <p className="door-card-code">{formatAccessCode(event.accessCode)}</p>
        <p>{lateTexts.join.orType(`${new URL(link).host}${paths.login}`)}</p>
        <ol>
          {lateTexts.join.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
    </section>
  );
}
