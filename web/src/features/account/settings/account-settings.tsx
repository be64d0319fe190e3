import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { assertNever } from '../../../../../src/shared/assert-never';
import type { SubscriptionStatus } from '../../../../../src/shared/rules/subscription';
import { useSession } from '../../../session/session';
import { settingsTexts } from '../../../texts/settings-texts';
import { showToast } from '../../../ui/overlays/toasts';
import { Dialog } from '../../../ui/overlays/dialog';
import { DeleteView } from '../deletion/delete-view';
import { USAGE_KEY } from '../usage/usage-key';
import { BillingView } from './billing-view';
import { MainView, type OpenedView } from './main-view';
import { PaymentView } from './payment-view';

type View = 'main' | OpenedView | 'payment';

const titleOf = (view: View): string =>
  ({
    main: settingsTexts.settings.title,
    billing: settingsTexts.billing.title,
    payment: settingsTexts.paymentStep.title,
    delete: settingsTexts.settings.delete,
  })[view];

/** The view that the back arrow of each view opens. The first view has no arrow. */
const BACK: Record<View, View | null> = {
  main: null,
  billing: 'main',
  payment: 'billing',
  delete: 'main',
};

export interface AccountSettingsProps {
  username: string;
  status: SubscriptionStatus | null;
  /** The view with which it opens. */
  first?: View;
  onClose: () => void;
}

/** The settings dialog of an admin's account. It opens with the same view each time. */
export function AccountSettings({ username, status, first = 'main', onClose }: AccountSettingsProps) {
  const [view, setView] = useState<View>(first);
  const back = BACK[view];
  return (
    <Dialog
      onClose={onClose}
      title={titleOf(view)}
      onBack={back ? () => setView(back) : undefined}
      {...(view === 'main' ? { description: username } : {})}
    >
      <div key={view} className="fade-in">
        <Shown view={view} username={username} status={status} go={setView} onClose={onClose} />
      </div>
    </Dialog>
  );
}

interface ShownProps extends Omit<AccountSettingsProps, 'first'> {
  view: View;
  go: (view: View) => void;
}

function Shown({ view, username, status, go, onClose }: ShownProps) {
  const client = useQueryClient();
  const session = useSession();

  /** Called when a card is saved, even if the payment view was closed. The card may have paid open invoices. */
  function cardSaved() {
    showToast(settingsTexts.paymentStep.saved, null, 'alert');
    void session.refresh();
    void client.invalidateQueries({ queryKey: USAGE_KEY });
  }

  switch (view) {
    case 'main':
      return <MainView status={status} go={go} onBack={onClose} />;
    case 'billing':
      return <BillingView onSaved={() => go('payment')} />;
    case 'payment':
      return <PaymentView onSaved={cardSaved} onDone={onClose} />;
    case 'delete':
      return <DeleteView username={username} />;
    default:
      return assertNever(view);
  }
}
