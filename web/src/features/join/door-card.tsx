import './door-card.css';
import { formatAccessCode } from '../../../../src/shared/rules/access-code';
import type { Event } from '../../../../src/shared/schemas/event';
import { lateTexts } from '../../lib/late-texts';
import { paths } from '../../lib/paths';
import { QrCode } from '../../ui/qr-code';
import { useJoinLink } from './join-link';

/** What hangs at the door: on paper only, and there alone on its page. */
export function DoorCard({ event }: { event: Event }) {
  const link = useJoinLink(event);
  return (
    <section className="door-card">
      <h1>{event.eventName}</h1>
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
