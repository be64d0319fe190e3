import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { assertNever } from '../../../../../src/shared/assert-never';
import type { User } from '../../../../../src/shared/schemas/user';
import { may } from '../../../session/may';
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

const titleOf = (view: View, user: User): string =>
  ({
    main: settingsTexts.settings.title,
    billing: settingsTexts.billing.title,
    payment: settingsTexts.paymentStep.title,
    delete: may(user, 'close') ? settingsTexts.settings.delete : settingsTexts.leaving.title,
  })[view];

/** The view that the back arrow of each view opens. The first view has no arrow. */
const BACK: Record<View, View | null> = {
  main: null,
  billing: 'main',
  payment: 'billing',
  delete: 'main',
};

export interface AccountSettingsProps {
  user: User;
  /** The view with which it opens. */
  first?: View;
  onClose: () => void;
}

/** The settings dialog of an admin's account. It opens with the same view each time. */
export function AccountSettings({ user, first = 'main', onClose }: AccountSettingsProps) {
  const [view, setView] = useState<View>(first);
  const back = BACK[view];
  return (
    <Dialog
      onClose={onClose}
      title={titleOf(view, user)}
      onBack={back ? () => setView(back) : undefined}
      {...(view === 'main' ? { description: user.username } : {})}
    >
      <div key={view} className="fade-in">
        <Shown view={view} user={user} go={setView} onClose={onClose} />
      </div>
    </Dialog>
  );
}

interface ShownProps extends Omit<AccountSettingsProps, 'first'> {
  view: View;
  go: (view: View) => void;
}

function Shown({ view, user, go, onClose }: ShownProps) {
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
      return <MainView user={user} go={go} onBack={onClose} />;
    case 'billing':
      return <BillingView onSaved={() => go('payment')} />;
    case 'payment':
      return <PaymentView onSaved={cardSaved} onDone={onClose} />;
    case 'delete':
      return <DeleteView user={user} />;
    default:
      return assertNever(view);
  }
}
