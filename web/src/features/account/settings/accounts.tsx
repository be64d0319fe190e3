import { useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { SessionAnswerSchema, type User } from '../../../../../src/shared/schemas/user';
import { callApi, isRefusal, ownMessage } from '../../../api/api-client';
import { useSession } from '../../../session/session';
import { whileLoggingIn } from '../../../session/session-api';
import { forgetSelectedEvent } from '../../../session/storage';
import { settingsTexts } from '../../../texts/settings-texts';
import { Badge } from '../../../ui/badge';
import { ArrowLeftRight } from '../../../ui/icons/menus';
import { showToast } from '../../../ui/overlays/toasts';
import { paths } from '../../../urls/paths';
import { useAskedLeaving } from '../../dashboard/door/asked-leaving';
import { MenuRow } from './menu-row';

type Account = NonNullable<User['accounts']>[number];

/** Switches to another account. One switch runs at a time, because the answer of the last one would decide. */
function useSwitch(user: User) {
  const session = useSession();
  const navigate = useNavigate();
  const [runningId, setRunningId] = useState<string | null>(null);

  async function enter(accountId: string) {
    setRunningId(accountId);
    try {
      const entered = await whileLoggingIn(() =>
        callApi('/api/session/account', SessionAnswerSchema, { method: 'POST', body: { accountId } }),
      );
      forgetSelectedEvent();
      session.enter(entered.user);
      void navigate(paths.app);
    } catch (failure) {
      // The login says that the session has ended.
      if (isRefusal(failure, 'unauthenticated')) return;
      // The sockets are closed, so the same account begins again.
      session.enter(user);
      showToast(ownMessage(failure, settingsTexts.accounts.failed));
    }
  }
  return { runningId, enter };
}

/** The accounts of a person with several. One press switches to another. */
export function Accounts({ user, accounts }: { user: User; accounts: readonly Account[] }) {
  const { title, current } = settingsTexts.accounts;
  const titleId = useId();
  const { runningId, enter } = useSwitch(user);
  const currentFirst = accounts.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
  return (
    <section aria-labelledby={titleId} className="grid gap-3">
      <h3 id={titleId} className="px-4 font-semibold">
        {title}
      </h3>
      {currentFirst.map((one) =>
        one.isCurrent ? (
          <p key={one.accountId} className="flex flex-wrap items-center justify-between gap-2 px-4 font-semibold">
            <span className="min-w-0 wrap-anywhere">{one.name}</span>
            <Badge tone="good">{current}</Badge>
          </p>
        ) : (
          <Other key={one.accountId} account={one} runningId={runningId} onEnter={enter} />
        ),
      )}
    </section>
  );
}

interface OtherProps {
  account: Account;
  /** The account to which a switch runs; null if none does. */
  runningId: string | null;
  onEnter: (accountId: string) => Promise<void>;
}

function Other({ account: { accountId, name }, runningId, onEnter }: OtherProps) {
  const { switchTo, switching } = settingsTexts.accounts;
  const leave = () => void onEnter(accountId);
  const { ask, question } = useAskedLeaving({ alwaysAsks: false, words: switching, leave });
  return (
    <>
      <MenuRow icon={ArrowLeftRight} busy={runningId === accountId} onClick={() => runningId === null && ask()}>
        {switchTo(name)}
      </MenuRow>
      {question}
    </>
  );
}
