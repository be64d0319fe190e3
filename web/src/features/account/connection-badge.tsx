import { clsx } from 'clsx';
import { texts } from '../../texts/app-texts';
import { Badge } from '../../ui/badge';

export interface ConnectionBadgeProps {
  connection: 'connecting' | 'connected' | 'disconnected';
  className?: string;
}

const BADGES = {
  connecting: { tone: 'neutral', text: () => texts.header.connecting },
  connected: { tone: 'good', text: () => texts.header.connected },
  disconnected: { tone: 'bad', text: () => texts.header.disconnected },
} as const;

/** Shows a full dot when connected and a ring otherwise, because color alone is not enough. */
export function ConnectionBadge({ connection, className }: ConnectionBadgeProps) {
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
        {text()}
      </Badge>
    </output>
  );
}
