import { clsx } from 'clsx';
import { texts } from '../../texts/app-texts';
import { Badge } from '../../ui/badge';

export interface ConnectionBadgeProps {
  connection: 'connecting' | 'connected' | 'disconnected';
  /** On a phone, leaves the word “Connected” to screen readers, for a bar with little room. */
  isShort?: boolean;
  className?: string;
}

const BADGES = {
  connecting: { tone: 'neutral', text: () => texts.header.connecting },
  connected: { tone: 'good', text: () => texts.header.connected },
  disconnected: { tone: 'bad', text: () => texts.header.disconnected },
} as const;

/** Shows a full dot when connected and a ring otherwise, because color alone is not enough. */
export function ConnectionBadge({ connection, isShort = false, className }: ConnectionBadgeProps) {
  const { tone, text } = BADGES[connection];
  return (
    <output className={clsx('inline-flex', className)}>
      <Badge
        tone={tone}
        icon={
          <span
            aria-hidden
            className={clsx('size-2 rounded-full', tone === 'good' ? 'bg-current' : 'border-2 border-current')}
          />
        }
      >
        <span className={clsx(isShort && connection === 'connected' && '@max-[30rem]:sr-only')}>{text()}</span>
      </Badge>
    </output>
  );
}
