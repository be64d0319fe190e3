import type { ReactNode } from 'react';
import { dialogTexts } from '../../texts/dialog-texts';
import { paths } from '../../urls/paths';
import { buttonClass } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { Link } from '../../ui/link';
import { LoadFailed } from '../../ui/load-failed';
import { CardsSkeleton } from '../../ui/skeleton';
import { failureText } from './known/load-failure';
import type { useEvents } from './use-events';

export interface MissingEventProps {
  events: Pick<ReturnType<typeof useEvents>, 'query' | 'failure' | 'isFresh'>;
  icon: ReactNode;
}

/**
 * Replaces a page about an event that is not among the known ones: it may still load, the list may have failed to load,
 * or there is no such event. Only a list of this visit can say the last.
 */
export function MissingEvent({ events: { query, failure, isFresh }, icon }: MissingEventProps) {
  if (failure) return <LoadFailed asHeading text={failureText(failure)} onRetry={() => void query.refetch()} />;
  if (!isFresh) return <CardsSkeleton />;
  return (
    <EmptyState asHeading text={dialogTexts.eventDialogs.unknown} icon={icon}>
      <Link to={paths.app} className={buttonClass('quiet')}>
        {dialogTexts.overview.toApp}
      </Link>
    </EmptyState>
  );
}
