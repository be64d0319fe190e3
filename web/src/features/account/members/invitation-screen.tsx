import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Acceptance, OpenInvitation } from '../../../../../src/shared/members/schemas';
import type { User } from '../../../../../src/shared/schemas/user';
import { isRefusal } from '../../../api/api-client';
import { useSession } from '../../../session/session';
import { SessionQueries } from '../../../session/session-queries';
import { forgetSelectedEvent } from '../../../session/storage';
import { membersTexts } from '../../../texts/members-texts';
import { signInTexts } from '../../../texts/sign-in-texts';
import { Button } from '../../../ui/button';
import { useSubmission } from '../../../ui/forms/use-submission';
import { Link } from '../../../ui/link';
import { Loaded } from '../../../ui/loaded';
import { Notice } from '../../../ui/notice';
import { Spinner } from '../../../ui/spinner';
import { paths } from '../../../urls/paths';
import { AuthLayout, FooterLine, footerLinkClass } from '../../auth/auth-layout';
import { useLinkToken } from '../../auth/link-token';
import { lackingStep, type LackingStep, LateSecondStep } from '../../auth/second-step/late-second-step';
import { WaitingTaps } from '../../auth/waiting-taps';
import { momentWithYear } from '../moment-with-year';
import { AcceptForm } from './accept-form';
import { acceptInvitation, fetchInvitation } from './invitation-api';

/** The page that the link of an invitation opens, for guests and for people who are logged in on this device. */
export function InvitationScreen() {
  const token = useLinkToken(paths.invitation);
  if (token === '') return <Layout lead={membersTexts.accept.incomplete} />;
  return (
    <SessionQueries>
      <Invitation key={token} token={token} />
    </SessionQueries>
  );
}

function Layout({ lead, children }: { lead: string; children?: ReactNode }) {
  const { status } = useSession();
  const { accept } = membersTexts;
  return (
    <AuthLayout
      title={accept.title}
      lead={lead}
      footer={
        status === 'guest' && (
          <FooterLine question={accept.haveAccount}>
            <Link to={paths.login} className={footerLinkClass}>
              {signInTexts.forgot.logIn}
            </Link>
          </FooterLine>
        )
      }
    >
      {children}
    </AuthLayout>
  );
}

function Invitation({ token }: { token: string }) {
  const { accept } = membersTexts;
  const navigate = useNavigate();
  const session = useSession();
  const [lacking, setLacking] = useState<{ step: LackingStep; login: Acceptance } | null>(null);
  const query = useQuery<OpenInvitation>({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => fetchInvitation(token, signal),
    // While the second step is set up, the invitation is used up, and recovery codes are in sight.
    enabled: lacking === null,
  });
  const { data } = query;

  /** Everything that this device keeps of the former session ends with it. */
  function enter(user: User) {
    forgetSelectedEvent();
    session.enter(user);
    void navigate(paths.app, { replace: true });
  }

  async function take(login: Acceptance) {
    try {
      enter((await acceptInvitation(token, login)).user);
    } catch (failure) {
      const step = lackingStep(failure);
      if (step === null) throw failure;
      setLacking({ step, login });
    }
  }

  if (lacking !== null) {
    const { step, login } = lacking;
    return (
      <Suspense fallback={<Spinner />}>
        <LateSecondStep
          isDemanded={step === 'setUp'}
          username={login.email ?? ''}
          onEnter={(entry) => acceptInvitation(token, { ...login, ...entry })}
          onDone={enter}
          onBack={() => setLacking(null)}
        />
      </Suspense>
    );
  }
  if (isRefusal(query.error, 'not_found')) {
    return (
      <Layout lead={accept.gone}>
        <p className="text-pretty">{accept.goneHelp}</p>
      </Layout>
    );
  }
  return (
    <Layout lead={data ? accept.lead(data.accountName) : ''}>
      <Loaded isPart query={query} loadingText={accept.loading} failedText={accept.loadFailed}>
        {(invitation) => (
          <div className="grid gap-5">
            <div className="rounded-field bg-sunken px-4 py-3">
              <p className="font-semibold">{membersTexts.roles[invitation.role]}</p>
              <p className="text-pretty">{membersTexts.may[invitation.role]}</p>
              <p className="mt-2 text-sm text-muted">{accept.until(momentWithYear(invitation.expiresAt))}</p>
            </div>
            <Accept invitation={invitation} onAccept={take} />
          </div>
        )}
      </Loaded>
    </Layout>
  );
}

interface AcceptProps {
  invitation: OpenInvitation;
  onAccept: (login: Acceptance) => Promise<void>;
}

/** Accepts with the login of this device's session, or asks for another one. */
function Accept({ invitation: { email }, onAccept: take }: AcceptProps) {
  const session = useSession();
  const [usesOther, setUsesOther] = useState(false);
  const { accept } = membersTexts;

  const { status, user } = session;
  if (status === 'checking' || status === 'leaving') return <Spinner />;
  const isMember = user !== null && user.role !== 'user';
  const own = isMember && (email === null || email === user.username) ? user.username : null;
  return (
    <>
      <WaitingTaps />
      {own === null || usesOther ? (
        <>
          {user && (
            <p className="mb-4 text-pretty wrap-anywhere">
              {accept.signedIn(user.username)} {accept.endsSession}
            </p>
          )}
          <AcceptForm boundTo={email} onAccept={take} />
        </>
      ) : (
        <OwnLogin username={own} onAccept={() => take({})}>
          {email === null && (
            <Button variant="quiet" onClick={() => setUsesOther(true)}>
              {accept.other}
            </Button>
          )}
        </OwnLogin>
      )}
    </>
  );
}

interface OwnLoginProps {
  username: string;
  onAccept: () => Promise<void>;
  /** The way to another login. */
  children: ReactNode;
}

function OwnLogin({ username, onAccept, children }: OwnLoginProps) {
  const { accept } = membersTexts;
  const { busy, error, submit } = useSubmission(accept.failed);
  return (
    <div className="grid gap-4">
      <p className="text-pretty wrap-anywhere">{accept.signedIn(username)}</p>
      {error && <Notice tone="bad">{error}</Notice>}
      <Button busy={busy} onClick={() => void submit(onAccept)} className="min-h-14 text-lg">
        {busy ? accept.busy : accept.submit}
      </Button>
      {children}
    </div>
  );
}
