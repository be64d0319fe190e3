import { isCountingAllowed, type SubscriptionStatus } from '../../../../src/shared/rules/subscription';
import { texts } from '../../lib/texts';
import { Badge } from '../../ui/badge';

export interface SubscriptionBadgeProps {
  status: SubscriptionStatus | null;
}

/** Spec section 4: nothing for a paid account, and an error for each status that locks or soon will. */
export function SubscriptionBadge({ status }: SubscriptionBadgeProps) {
  if (status === 'trialing') return <Badge tone="neutral">{texts.header.trial}</Badge>;
  if (status === 'past_due') return <Badge tone="bad">{texts.header.updateBilling}</Badge>;
  if (!isCountingAllowed(status)) return <Badge tone="bad">{texts.header.inactive}</Badge>;
  return null;
}
