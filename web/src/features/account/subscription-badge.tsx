import { isCountingAllowed, type SubscriptionStatus } from '../../../../src/shared/rules/subscription';
import { texts } from '../../texts/app-texts';
import { Badge, BadgeButton } from '../../ui/badge';

export interface SubscriptionBadgeProps {
  status: SubscriptionStatus | null;
  /** Opens the settings, where the admin can solve the problem; null for users who cannot. */
  onOpenSettings: (() => void) | null;
}

/**
 * Shows nothing for a paid account, and an error for each status that locks the account now or soon (docs/product.md,
 * S9).
 */
export function SubscriptionBadge({ status, onOpenSettings }: SubscriptionBadgeProps) {
  if (status === 'trialing') return <Badge tone="neutral">{texts.header.trial}</Badge>;
  if (status !== 'past_due' && isCountingAllowed(status)) return null;
  const text = status === 'past_due' ? texts.header.updateBilling : texts.header.inactive;
  if (!onOpenSettings) return <Badge tone="bad">{text}</Badge>;
  return (
    <BadgeButton tone="bad" onClick={onOpenSettings}>
      {text}
    </BadgeButton>
  );
}
