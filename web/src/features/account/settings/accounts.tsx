import { useNavigate } from 'react-router-dom';
import { SessionAnswerSchema, type User } from '../../../../../src/shared/schemas/user';
import { callApi, ownMessage } from '../../../api/api-client';
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

/** The accounts of a person with several. One press switches to another. */
export function Accounts({ user, accounts }: { user: User; accounts: readonly Account[] }) {
  const { title, current } = settingsTexts.accounts;
  const currentFirst = accounts.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
  return (
    <section aria-label={title} className="grid gap-3">
      {currentFirst.map((one) =>
        one.isCurrent ? (
          <p key={one.accountId} className="flex flex-wrap items-center justify-between gap-2 px-4 font-semibold">
            <span className="min-w-0 wrap-anywhere">{one.name}</span>
            <Badge tone="good">{current}</Badge>
          </p>
        ) : (
          <Other key={one.accountId} user={user} account={one} />
        ),
      )}
    </section>
  );
}

function Other({ user, account: { accountId, name } }: { user: User; account: Account }) {
  const session = useSession();
  const navigate = useNavigate();
  const { switchTo, failed, leaving } = settingsTexts.accounts;

  async function enter() {
    try {
      const entered = await whileLoggingIn(() =>
        callApi('/api/session/account', SessionAnswerSchema, { method: 'POST', body: { accountId } }),
      );
      forgetSelectedEvent();
      session.enter(entered.user);
      void navigate(paths.app);
    } catch (failure) {
      // The sockets are closed, so the same account begins again.
      session.enter(user);
      showToast(ownMessage(failure, failed));
    }
  }

  const { ask, question } = useAskedLeaving({ alwaysAsks: false, words: leaving, leave: () => void enter() });
  return (
    <>
      <MenuRow icon={ArrowLeftRight} onClick={ask}>
        {switchTo(name)}
      </MenuRow>
      {question}
    </>
  );
}
