import { Suspense, useRef, useState } from 'react';
import type { OwnSession } from '../../../../../src/shared/schemas/session';
import type { User } from '../../../../../src/shared/schemas/user';
import { withTexts } from '../../../texts/later-texts';
import { settingsTexts } from '../../../texts/settings-texts';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { Fold } from '../../settings/fold';
import { Place, useArrival } from '../../settings/place';
import { formatLastUsed } from '../format-last-used';
import { momentWithYear } from '../moment-with-year';
import { SESSIONS_KEY, endSessions, useOwnSessions } from '../security-api';
import { Loaded } from '../../../ui/loaded';
import { PasswordView } from './password-view';
import { useQueryClient } from '@tanstack/react-query';
import { lazyComponent } from '../../../ui/overlays/lazy-component';
import { Spinner } from '../../../ui/spinner';
import { MissingScreen } from '../../failure/missing-screen';
import { Disclosure } from '../../../ui/overlays/disclosure';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog';

const LateSecondStepView = lazyComponent(
  async () => (await withTexts(import('./second-step-view'), 'secondStep')).SecondStepView,
  MissingScreen,
);

/** Shows the password and the second step, each behind a line that opens its change, and the devices on which the user is logged in. */
export function SecurityView({ user }: { user: User }) {
  const { username } = user;
  const [changes, setChanges] = useState(0);
  const password = useRef<HTMLDivElement>(null);

  /** Closes the form. The place of its line takes the focus. */
  function changed() {
    setChanges(changes + 1);
    password.current?.focus();
  }

  return (
    <div className="grid gap-6">
      <Place id="password">
        <div ref={password} tabIndex={-1} className="outline-none">
          <Fold key={changes} summary={settingsTexts.security.changePassword} ids={['password']}>
            {() => <PasswordView username={username} onDone={changed} />}
          </Fold>
        </div>
      </Place>
      <Place id="second-step">
        <Fold summary={settingsTexts.security.secondStep} ids={['second-step']}>
          {() => (
            <Suspense fallback={<Spinner />}>
              <LateSecondStepView user={user} />
            </Suspense>
          )}
        </Fold>
      </Place>
      {/* A row disappears when its session is logged out. The section then takes the focus. */}
      <section id="sessions" ref={useArrival('sessions')} tabIndex={-1} className="grid gap-3 outline-none">
        <h3 className="font-semibold">{settingsTexts.security.devices}</h3>
        <Sessions />
        <p className="text-sm text-muted text-pretty">{settingsTexts.security.codes}</p>
      </section>
    </div>
  );
}

/** How many sessions are shown at first, and how many more with each step. */
const SESSIONS = 50;

function Sessions() {
  const [limit, setLimit] = useState(SESSIONS);
  const query = useOwnSessions(limit);
  const [asking, setAsking] = useState<LoggedOut | null>(null);
  const { isPlaceholderData, dataUpdatedAt } = query;
  return (
    <Loaded isPart query={query} failedText={settingsTexts.security.loadFailed}>
      {(sessions) => {
        const others = sessions.filter(({ isCurrent }) => !isCurrent);
        const mayBeMore = sessions.length >= limit || isPlaceholderData;
        return (
          <>
            {others.length > 1 && (
              <Button
                variant="quiet"
                onClick={() => setAsking({ type: 'others', count: mayBeMore ? null : others.length })}
              >
                {settingsTexts.security.logOutOthers}
              </Button>
            )}
            <ul className="divide-y divide-line">
              {sessions
                .filter(({ isCurrent }) => isCurrent)
                .map((session) => (
                  <SessionRow key={session.sessionId} session={session} now={dataUpdatedAt} onLogOut={setAsking} />
                ))}
              {byName(others).map(([name, [first, ...more]]) => (
                <SessionGroup key={name} first={first} more={more} now={dataUpdatedAt} onLogOut={setAsking} />
              ))}
            </ul>
            {mayBeMore && (
              <Button variant="quiet" disabled={isPlaceholderData} onClick={() => setLimit(limit + SESSIONS)}>
                {settingsTexts.security.more}
              </Button>
            )}
            {asking && <LogOutQuestion which={asking} onClose={() => setAsking(null)} />}
          </>
        );
      }}
    </Loaded>
  );
}

type Group = [OwnSession, ...OwnSession[]];

/** Puts sessions of browsers with the same name together, in the order of their first ones. */
function byName(sessions: readonly OwnSession[]): [name: string, Group][] {
  const groups = new Map<string, Group>();
  for (const session of sessions) {
    const group = groups.get(session.browser);
    if (group) group.push(session);
    else groups.set(session.browser, [session]);
  }
  return [...groups];
}

interface SessionGroupProps extends Omit<SessionRowProps, 'session'> {
  first: OwnSession;
  more: readonly OwnSession[];
}

/** The newest session of browsers with one name; the others of that name are folded. */
function SessionGroup({ first, more, ...about }: SessionGroupProps) {
  return (
    <>
      <SessionRow session={first} {...about} />
      {more.length > 0 && (
        <li>
          <Disclosure
            summary={settingsTexts.security.sameName(first.browser || settingsTexts.security.unknown, more.length)}
          >
            {() => (
              <ul className="divide-y divide-line ps-6">
                {more.map((session) => (
                  <SessionRow key={session.sessionId} session={session} {...about} />
                ))}
              </ul>
            )}
          </Disclosure>
        </li>
      )}
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
  const since = momentWithYear(createdAt);
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

/** `name` is the browser's name in the list. `count` is the number of other sessions; null if not all are loaded. */
type LoggedOut = { type: 'one'; sessionId: string; name: string } | { type: 'others'; count: number | null };

interface LogOutQuestionProps {
  which: LoggedOut;
  onClose: () => void;
}

/** Asks before other sessions are logged out, because somebody may be counting on those devices. */
function LogOutQuestion({ which, onClose }: LogOutQuestionProps) {
  const client = useQueryClient();
  const { security } = settingsTexts;

  async function logOut() {
    await endSessions(which.type === 'one' ? which : 'others');
    await client.invalidateQueries({ queryKey: SESSIONS_KEY });
  }

  return (
    <ConfirmDialog
      title={which.type === 'one' ? security.question : security.logOutOthers}
      subject={which.type === 'one' ? which.name : security.others(which.count)}
      description={which.type === 'one' ? security.consequence : security.othersConsequence}
      confirmText={security.logOut}
      busyText={security.busy}
      onConfirm={logOut}
      failed={security.failed}
      onClose={onClose}
    />
  );
}
