import { useState } from 'react';
import { assertNever } from '../../../../../src/shared/assert-never';
import { texts } from '../../../lib/texts';
import { showToast } from '../../../lib/toasts';
import { Dialog } from '../../../ui/dialog';
import { BillingView } from './billing-view';
import { DeleteView } from './delete-view';
import { MainView } from './main-view';
import { PaymentView } from './payment-view';

type View = 'main' | 'billing' | 'payment' | 'delete';

const TITLES: Record<View, string> = {
  main: texts.settings.title,
  billing: texts.billing.title,
  payment: texts.paymentStep.title,
  delete: texts.settings.delete,
};

/** Where the arrow leads (spec section 4); from the first view it leads nowhere. */
const BACK: Record<View, View | null> = { main: null, billing: 'main', payment: 'billing', delete: 'main' };

export interface AccountSettingsProps {
  username: string;
  onClose: () => void;
}

/** The admin's account. It starts at its first view each time it opens. */
export function AccountSettings({ username, onClose }: AccountSettingsProps) {
  const [view, setView] = useState<View>('main');
  const back = BACK[view];
  return (
    <Dialog
      onClose={onClose}
      title={TITLES[view]}
      onBack={back ? () => setView(back) : undefined}
      {...(view === 'main' ? { description: username } : {})}
    >
      <div key={view} className="fade-in">
        <Shown view={view} username={username} go={setView} onClose={onClose} />
      </div>
    </Dialog>
  );
}

interface ShownProps extends AccountSettingsProps {
  view: View;
  go: (view: View) => void;
}

function Shown({ view, username, go, onClose }: ShownProps) {
  function cardSaved() {
    showToast(texts.paymentStep.saved);
    onClose();
  }

  switch (view) {
    case 'main':
      return <MainView onBilling={() => go('billing')} onDelete={() => go('delete')} onBack={onClose} />;
    case 'billing':
      return <BillingView onSaved={() => go('payment')} />;
    case 'payment':
      return <PaymentView onSaved={cardSaved} />;
    case 'delete':
      return <DeleteView username={username} />;
    default:
      return assertNever(view);
  }
}
