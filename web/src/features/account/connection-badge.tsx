import { clsx } from 'clsx';
import { texts } from '../../texts/app-texts';
import { Badge } from '../../ui/badge';

export interface ConnectionBadgeProps {
  connection: 'connecting' | 'connected' | 'disconnected';
  className?: string;
}

/** Shows a full dot when connected and a ring otherwise, because color alone is not enough. */
export function ConnectionBadge({ connection, className }: ConnectionBadgeProps) {
  const live = connection === 'connected';
  return (
    <output className={clsx('inline-flex', className)}>
      <Badge
        tone={live ? 'good' : 'bad'}
        className={clsx(connection === 'connecting' && 'appear-late')}
        icon={
          <span aria-hidden className={clsx('size-2 rounded-full', live ? 'bg-current' : 'border-2 border-current')} />
        }
      >
        {live ? texts.header.connected : texts.header.disconnected}
      </Badge>
    </output>
  );
}
