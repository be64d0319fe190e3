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

type Organization = NonNullable<User['organizations']>[number];

/** The accounts of a person with several. One press switches to another. */
export function Organizations({ user, organizations }: { user: User; organizations: readonly Organization[] }) {
  const { title, current } = settingsTexts.organizations;
  const currentFirst = organizations.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
  return (
    <section aria-label={title} className="grid gap-3">
      {currentFirst.map((one) =>
        one.isCurrent ? (
          <p key={one.organizationId} className="flex flex-wrap items-center justify-between gap-2 px-4 font-semibold">
            <span className="min-w-0 wrap-anywhere">{one.name}</span>
            <Badge tone="good">{current}</Badge>
          </p>
        ) : (
          <Other key={one.organizationId} user={user} organization={one} />
        ),
      )}
    </section>
  );
}

function Other({ user, organization: { organizationId, name } }: { user: User; organization: Organization }) {
  const session = useSession();
  const navigate = useNavigate();
  const { switchTo, failed, leaving } = settingsTexts.organizations;

  async function enter() {
    try {
      const entered = await whileLoggingIn(() =>
        callApi('/api/session/organization', SessionAnswerSchema, { method: 'POST', body: { organizationId } }),
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
