import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { assertNever } from '../../../../../src/shared/assert-never';
import type { SubscriptionStatus } from '../../../../../src/shared/rules/subscription';
import { paths } from '../../../urls/paths';
import { useSession } from '../../../session/session';
import { settingsTexts } from '../../../texts/settings-texts';
import { showToast } from '../../../ui/overlays/toasts';
import { Dialog } from '../../../ui/overlays/dialog';
import { USAGE_KEY } from '../usage/usage-key';
import { BillingView } from './billing-view';
import { MainView, type OpenedView } from './main-view';
import { PasswordView } from './password-view';
import { PaymentView } from './payment-view';
import { SecurityView } from './security-view';
import { UsageView } from '../usage/usage-view';
import { Button } from '../../../ui/button';
import { DeleteQuestion } from '../deletion/delete-question';
import { useActivity } from '../deletion/deletion-api';
import { fetchFile } from '../../../api/fetch-file';
import { useDownload } from '../../../ui/download/use-download';
import { Download } from '../../../ui/icons/account';
import { Notice } from '../../../ui/notice';
import { lazyComponent, missingText } from '../../../ui/overlays/lazy-component';
import { Spinner } from '../../../ui/spinner';

/** Loaded only when it is opened: few admins have programs that count. */
const KeysView = lazyComponent(
  async () => (await import('../keys/keys-view')).KeysView,
  () => <Notice tone="bad">{missingText()}</Notice>,
);

type View = 'main' | OpenedView | 'payment' | 'password';

const titleOf = (view: View): string =>
  ({
    main: settingsTexts.settings.title,
    apiKeys: settingsTexts.settings.apiKeys,
    usage: settingsTexts.settings.usage,
    billing: settingsTexts.billing.title,
    payment: settingsTexts.paymentStep.title,
    security: settingsTexts.security.title,
    password: settingsTexts.security.changePassword,
    ownData: settingsTexts.ownData.title,
    delete: settingsTexts.settings.delete,
  })[view];

/** The view that the back arrow of each view opens. The first view has no arrow. */
const BACK: Record<View, View | null> = {
  main: null,
  apiKeys: 'main',
  usage: 'main',
  billing: 'main',
  payment: 'billing',
  security: 'main',
  password: 'security',
  ownData: 'main',
  delete: 'main',
};

export interface AccountSettingsProps {
  username: string;
  status: SubscriptionStatus | null;
  onClose: () => void;
}

/** The settings dialog of an admin's account. It opens with its first view each time. */
export function AccountSettings({ username, status, onClose }: AccountSettingsProps) {
  const [view, setView] = useState<View>('main');
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

interface ShownProps extends AccountSettingsProps {
  view: View;
  go: (view: View) => void;
}

function Shown({ view, username, status, go, onClose }: ShownProps) {
  const client = useQueryClient();
  const session = useSession();
  const navigate = useNavigate();

  function showRecipients() {
    onClose();
    void navigate(paths.alertRecipients);
  }

  /** Called when a card is saved, even if the payment view was closed. The card may have paid open invoices. */
  function cardSaved() {
    showToast(settingsTexts.paymentStep.saved, null, 'alert');
    void session.refresh();
    void client.invalidateQueries({ queryKey: USAGE_KEY });
  }

  switch (view) {
    case 'main':
      return <MainView status={status} go={go} onAlertRecipients={showRecipients} onBack={onClose} />;
    case 'apiKeys':
      return (
        <Suspense fallback={<Spinner />}>
          <KeysView username={username} />
        </Suspense>
      );
    case 'usage':
      return <UsageView status={status} />;
    case 'billing':
      return <BillingView onSaved={() => go('payment')} />;
    case 'payment':
      return <PaymentView onSaved={cardSaved} onDone={onClose} />;
    case 'security':
      return <SecurityView onPassword={() => go('password')} />;
    case 'password':
      return <PasswordView username={username} onDone={() => go('security')} />;
    case 'ownData':
      return <OwnDataView />;
    case 'delete':
      return <DeleteView username={username} />;
    default:
      return assertNever(view);
  }
}

/** Says what deleting the account means. Its button opens the confirmation question. */
export function DeleteView({ username }: { username: string }) {
  const [asking, setAsking] = useState(false);
  const activity = useActivity();
  return (
    <div className="grid gap-3">
      <p className="font-medium text-pretty">{settingsTexts.deletion.text}</p>
      <p className="text-pretty text-muted">{settingsTexts.deletion.consequence}</p>
      <Button variant="danger" onClick={() => setAsking(true)} className="mt-3">
        {settingsTexts.deletion.confirm}
      </Button>
      {asking && <DeleteQuestion username={username} activity={activity} onClose={() => setAsking(false)} />}
    </div>
  );
}

/** Downloads the data of the account as one file. */
export function OwnDataView() {
  const { ownData } = settingsTexts;
  const { state, start } = useDownload<null>(() => settingsTexts.ownData.failed);
  const isRunning = state.type === 'running';
  return (
    <div className="grid gap-3">
      <p className="font-medium text-pretty">{ownData.text}</p>
      <p className="text-muted text-pretty">{ownData.format}</p>
      <p className="text-muted text-pretty">{ownData.elsewhere}</p>
      {state.type === 'done' && <Notice tone="good">{ownData.done(state.fileName)}</Notice>}
      {state.type === 'failed' && <Notice tone="bad">{state.message}</Notice>}
      <Button
        busy={isRunning}
        onClick={() => void start(null, ({ signal }) => fetchFile('/api/users/export', { signal }))}
        className="mt-3"
      >
        <Download size={20} />
        {isRunning ? ownData.running : ownData.download}
      </Button>
    </div>
  );
}
