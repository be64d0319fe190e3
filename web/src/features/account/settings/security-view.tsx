import { type RefObject, useRef, useState } from 'react';
import type { OwnSession } from '../../../../../src/shared/schemas/session';
import { ownMessage } from '../../../api/api-client';
import { settingsTexts } from '../../../texts/settings-texts';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { KeyRound } from '../../../ui/icons/account';
import { Spinner } from '../../../ui/spinner';
import { useOwnSessions } from '../security-api';
import { LoadFailed } from './load-failed';
import { LogOutQuestion, type LoggedOut } from './log-out-question';
import { MenuRow } from './menu-row';
import { formatLastUsed, formatLogin } from './session-format';

/** The password, and who is logged in to the account. */
export function SecurityView({ onPassword }: { onPassword: () => void }) {
  const region = useRef<HTMLElement>(null);
  return (
    <div className="grid gap-6">
      <MenuRow icon={<KeyRound aria-hidden size={22} className="shrink-0" />} onClick={onPassword}>
        {settingsTexts.security.changePassword}
      </MenuRow>
      {/* A session that is logged out disappears, and would take the focus with it. */}
      <section ref={region} tabIndex={-1} className="grid gap-3 outline-none">
        <h3 className="font-semibold">{settingsTexts.security.devices}</h3>
        <Sessions region={region} />
        <p className="text-sm text-muted text-pretty">{settingsTexts.security.codes}</p>
      </section>
    </div>
  );
}

function Sessions({ region }: { region: RefObject<HTMLElement | null> }) {
  const { data, error, isFetching, dataUpdatedAt, refetch } = useOwnSessions();
  const [asking, setAsking] = useState<LoggedOut | null>(null);

  function tryAgain() {
    region.current?.focus();
    void refetch();
  }

  if (!data) {
    if (isFetching) return <Spinner />;
    return <LoadFailed text={ownMessage(error, settingsTexts.security.loadFailed)} onRetry={tryAgain} />;
  }
  const others = data.filter(({ isCurrent }) => !isCurrent);
  return (
    <>
      <ul className="divide-y divide-line">
        {[...data.filter(({ isCurrent }) => isCurrent), ...others].map((session) => (
          <SessionRow key={session.sessionId} session={session} now={dataUpdatedAt} onLogOut={setAsking} />
        ))}
      </ul>
      {others.length > 1 && (
        <Button variant="quiet" onClick={() => setAsking({ type: 'others', count: others.length })}>
          {settingsTexts.security.logOutOthers}
        </Button>
      )}
      {asking && <LogOutQuestion which={asking} onClose={() => setAsking(null)} />}
    </>
  );
}

interface SessionRowProps {
  session: OwnSession;
  now: number;
  onLogOut: (which: LoggedOut) => void;
}

function SessionRow({ session, now, onLogOut }: SessionRowProps) {
  const { browser, isCurrent, createdAt, lastSeenAt } = session;
  const name = browser || settingsTexts.security.unknown;
  const since = formatLogin(createdAt);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 grow basis-44">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-muted">{settingsTexts.security.since(since)}</p>
        {!isCurrent && (
          <p className="text-sm text-muted">{settingsTexts.security.lastUsed(formatLastUsed(lastSeenAt, now))}</p>
        )}
      </div>
      {isCurrent ? (
        <Badge tone="good">{settingsTexts.security.current}</Badge>
      ) : (
        <Button
          variant="quiet"
          className="text-sm"
          aria-label={settingsTexts.security.logOutOf(name, since)}
          onClick={() => onLogOut({ type: 'one', sessionId: session.sessionId, name })}
        >
          {settingsTexts.security.logOut}
        </Button>
      )}
    </li>
  );
}
