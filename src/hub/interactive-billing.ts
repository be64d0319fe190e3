import { attachCard, openCardSetup } from '../billing/customers/card';
import type { Billing } from '../billing/client';
import { logFailure, UNAVAILABLE } from '../billing/stripe-errors';
import { refresh } from '../billing/subscription';
import { takesUsage } from '../billing/usage/usage';
import { type BillingAccount, loadBillingAccount } from '../db/billing-accounts';
import { countWaitingDays } from '../db/usage-days';
import type { Refusal, Result } from '../rpc/result';
import type { CardSetup } from '../shared/schemas/billing';
import type { HubDeps } from './deps';

/** Makes the Stripe calls for which a person waits. They go before the calls of the billing job. */
export class InteractiveBilling {
  constructor(private readonly ports: HubDeps) {}

  async openCardSetup(userId: string): Promise<Result<CardSetup>> {
    const opened = await this.first(userId, openCardSetup);
    // An account that was created before billing was turned on gets its subscription now.
    if (opened.ok) await this.ports.requestRun(userId);
    return opened;
  }

  async attachCard(userId: string, paymentMethodId: string): Promise<Result<null>> {
    const attached = await this.first(userId, async (billing, account) => ({
      ok: true,
      value: await attachCard(billing, account, paymentMethodId),
    }));
    if (!attached.ok) return attached;
    const { result, account: changed } = attached.value;
    if (changed) await this.ports.announceAccount(changed);
    // Active days may have waited for this card. The billing job sends them.
    await this.ports.requestRun(userId);
    return result;
  }

  async refreshSubscription(userId: string): Promise<Result<null>> {
    const { announceIfNewer, db, requestRun, announceAccount } = this.ports;
    const refreshed = await this.first(userId, async (billing, account) => {
      if (account.stripeCustomerId === null) return { ok: true, value: null };
      return { ok: true, value: await refresh(billing, account, account.stripeCustomerId) };
    });
    if (!refreshed.ok) return refreshed.code === 'not_found' ? { ok: true, value: null } : refreshed;
    const { account: changed, subscription } = refreshed.value ?? {};
    await (changed ? announceAccount(changed) : announceIfNewer(userId));
    if (subscription && takesUsage(subscription) && (await countWaitingDays(db, userId)) > 0) await requestRun(userId);
    return { ok: true, value: null };
  }

  /**
   * Calls `change` with the account as D1 has it when the call's turn comes; returns `not_found` if the account was
   * deleted in the meantime.
   */
  private async first<T>(
    userId: string,
    change: (billing: Billing, account: BillingAccount) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const { billing, db, queue } = this.ports;
    if (billing === null) return NOT_CONFIGURED;
    try {
      return await queue.run(
        async () => {
          const account = await loadBillingAccount(db, userId);
          return account && account.deletedAt === null ? await change(billing, account) : NOT_FOUND;
        },
        { goesFirst: true },
      );
    } catch (error) {
      logFailure('billing.desk', error, { userId });
      return UNAVAILABLE;
    }
  }
}

const NOT_CONFIGURED = { ok: false, code: 'billing_not_configured' } as const satisfies Refusal;
const NOT_FOUND = { ok: false, code: 'not_found' } as const satisfies Refusal;
