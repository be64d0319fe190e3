import {
  type ChangeEvent,
  type FormEvent,
  type RefObject,
  Suspense,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { formatAccessCode, normalizeAccessCode } from '../../../../src/shared/rules/access-code';
import { isUnanswered, serverMessage } from '../../api/api-client';
import { useConfig } from '../../api/config';
import { agreeToDoor } from '../../device/door/agreed-door';
import { type Door, readDoor } from '../../device/door/door-link';
import { doorSummary } from '../../device/door/door-summary';
import { joinLinkIn } from '../../device/door/carried-link';
import { readJoinCode, readJoinKey } from '../../session/join-code';
import { signInTexts } from '../../texts/sign-in-texts';
import { paths } from '../../urls/paths';
import { rememberedIn } from '../../session/remembered-location';
import { useSession } from '../../session/session';
import { Button } from '../../ui/button';
import { Link } from '../../ui/link';
import { Notice } from '../../ui/notice';
import { Spinner } from '../../ui/spinner';
import { TextField, type TextFieldProps } from '../../ui/forms/text-field';
import { useSubmission } from '../../ui/forms/use-submission';
import type { LoginAnswer } from '../../../../src/shared/schemas/session';
import { adoptLogin, logIn } from './auth-api';
import { AuthLayout, FooterLine, footerLinkClass } from './auth-layout';
import type { EarlyState } from './early/handover';
import { needsPassword } from './early/needs-password';
import { useEarlyForm, useTakeOver } from './early/use-early-form';
import { lackingStep, type LackingStep, LateSecondStep } from './second-step/late-second-step';
import { Unanswered } from './unanswered';
import { WaitingTaps } from './waiting-taps';
import { shownIdentifier, editIdentifier } from '../../session/typed-identifier';

/** The message and the email that the sign-up passes to the login page. */
const HandedOverSchema = z.object({ message: z.string(), email: z.optional(z.string()) });

interface Joining {
  /** The access code in its printed form; empty without a join link. */
  readonly code: string;
  readonly joinKey: string | null;
  readonly door: Door | null;
}

function readJoining(link: string): Joining {
  const code = readJoinCode(link);
  return { code: code ? formatAccessCode(code) : '', joinKey: readJoinKey(link), door: code ? readDoor(link) : null };
}

/**
 * Reads the join link and removes it from the history entry. The link is used once: somebody who logs in with something
 * else is not asked about it afterwards. If the link contains a code, the login button gets the focus, because only
 * that button is left to press.
 */
function useJoining(button: RefObject<HTMLButtonElement | null>, early: EarlyState): Joining {
  const navigate = useNavigate();
  const { state } = useLocation();
  const link = joinLinkIn(state);
  const [joining] = useState(() => readJoining(early.link ?? link ?? ''));
  useEffect(() => {
    if (link === null) return;
    if (joining.code !== '') button.current?.focus();
    void navigate(paths.login, { replace: true, state: rememberedIn(state) });
  }, [button, joining, link, navigate, state]);
  return joining;
}

/** The login. It does not navigate after a success: GuestOnly (app/guards.tsx) does so as soon as there is a user. */
export function LoginScreen() {
  const session = useSession();
  const { state } = useLocation();
  const handedOver = z.safeParse(HandedOverSchema, state);
  const passwordField = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const early = useEarlyForm();
  const { code: joinCode, joinKey, door: linkedDoor } = useJoining(button, early);
  const doorId = useId();
  const newEmail = handedOver.data?.email ?? '';
  const { typed: identifier, setTyped: setIdentifier, field } = useIdentifier(early.identifier || joinCode || newEmail);
  const door = normalizeAccessCode(identifier) === normalizeAccessCode(joinCode) ? linkedDoor : null;
  // The page's HTML does not contain the text about the door, so the first render must not show it.
  const [showsDoor, setShowsDoor] = useState(early.link === null);
  const [password, setPassword] = useState(early.password);
  const [adopting, setAdopting] = useState(early.isBusy);
  const [lacking, setLacking] = useState<LackingStep | null>(null);
  const [unanswered, setUnanswered] = useState(early.isUnanswered);
  const { busy, error, submit } = useSubmission(
    (failure) => (lackingStep(failure) === null ? serverMessage(failure, signInTexts.login.failed) : null),
    // A message of the sign-up is newer than the reason why the last session ended.
    { firstError: early.error ?? (handedOver.success ? null : session.notice) },
  );
  const isBusy = busy || adopting;

  useEffect(() => {
    if (newEmail !== '') passwordField.current?.focus();
  }, [newEmail]);

  function submitForm(event: FormEvent) {
    event.preventDefault();
    void enter(() => logIn(identifier.trim(), password, joinKey));
  }

  async function enter(login: () => Promise<LoginAnswer>) {
    let entered = false;
    setUnanswered(false);
    await submit(async () => {
      try {
        const { user } = await login();
        if (door) agreeToDoor(door, user.eventId);
        session.enter(user);
        entered = true;
      } catch (failure) {
        setUnanswered(isUnanswered(failure));
        setLacking(lackingStep(failure));
        throw failure;
      }
    });
    // The focused button was disabled during the call, so the field that must be typed again gets the focus.
    if (!entered) (passwordField.current ?? field.ref.current)?.focus();
  }

  useTakeOver((typed, call) => {
    setIdentifier(typed.identifier);
    setPassword(typed.password);
    setAdopting(false);
    setShowsDoor(true);
    if (call) void enter(() => adoptLogin(call));
  });

  if (lacking !== null) {
    return (
      <Suspense fallback={<Spinner />}>
        <LateSecondStep
          isDemanded={lacking === 'setUp'}
          username={identifier.trim()}
          onEnter={(step) => logIn(identifier.trim(), password, joinKey, step)}
          onDone={(user) => session.enter(user)}
          onBack={() => setLacking(null)}
        />
      </Suspense>
    );
  }
  return (
    <AuthLayout
      pageTitle={signInTexts.login.pageTitle}
      title={signInTexts.login.title}
      lead={joinCode ? signInTexts.login.joinLead : signInTexts.login.lead}
      footer={
        <>
          <FooterLine question={signInTexts.login.noAccount}>
            <Link to={paths.signup} state={rememberedIn(state)} className={footerLinkClass}>
              {signInTexts.login.signUp}
            </Link>
          </FooterLine>
          <ForgottenLine identifier={identifier} />
        </>
      }
    >
      {/* The POST method keeps the typed text out of the address if no script runs. */}
      <form method="post" action={paths.login} onSubmit={submitForm} className="grid gap-4">
        {handedOver.success && !error && <Notice tone="good">{handedOver.data.message}</Notice>}
        {error && <Notice tone="bad">{error}</Notice>}
        {/* The error text is about wrong credentials. Without an answer nobody has checked them, so this text is
            added. */}
        {unanswered && <Unanswered />}
        {/* A notice about the end of that session gives the number already. */}
        {session.notice === null && <WaitingTaps />}
        {door && showsDoor && (
          <p id={doorId} className="rounded-field bg-sunken px-4 py-3 text-[0.9375rem] text-muted wrap-anywhere">
            {signInTexts.door.becomes} <strong className="block text-lg text-ink">{doorSummary(door)}</strong>
          </p>
        )}
        <TextField
          {...field}
          label={signInTexts.login.identifier}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          inputMode="email"
          required
        />
        {needsPassword(identifier) && (
          <PasswordField ref={passwordField} value={password} onChange={(event) => setPassword(event.target.value)} />
        )}
        <Button
          ref={button}
          type="submit"
          aria-describedby={door && showsDoor ? doorId : undefined}
          disabled={isBusy || identifier.trim() === ''}
          className="mt-2 min-h-14 text-lg"
        >
          {isBusy ? signInTexts.login.busy : signInTexts.login.submit}
        </Button>
      </form>
    </AuthLayout>
  );
}

/** The password field of the login, for admins. */
export const PasswordField = (props: Pick<TextFieldProps, 'ref' | 'value' | 'onChange'>) => (
  <TextField
    label={signInTexts.login.password}
    name="password"
    type="password"
    autoComplete="current-password"
    {...props}
  />
);

/**
 * Offers a link by mail, or the support address if the server cannot send mail. Shows nothing until the config has
 * loaded.
 */
function ForgottenLine({ identifier }: { identifier: string }) {
  const config = useConfig();
  const { state } = useLocation();
  if (!config) return null;
  const handedOver = needsPassword(identifier) ? { email: identifier.trim() } : {};
  return (
    <FooterLine question={signInTexts.login.forgotten}>
      {config.passwordReset ? (
        <Link to={paths.forgotPassword} state={{ ...rememberedIn(state), ...handedOver }} className={footerLinkClass}>
          {signInTexts.login.reset}
        </Link>
      ) : (
        <a href={`mailto:${config.supportEmail}`} className={`${footerLinkClass} wrap-anywhere`}>
          {config.supportEmail}
        </a>
      )}
    </FooterLine>
  );
}

export interface Identifier {
  /** The typed characters, without the format of a printed code. */
  readonly typed: string;
  readonly setTyped: (typed: string) => void;
  readonly field: {
    readonly ref: RefObject<HTMLInputElement | null>;
    readonly value: string;
    readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  };
}

/**
 * Holds the contents of the login's first field. While somebody types an access code, the field shows it in its printed
 * form.
 */
export function useIdentifier(first: string): Identifier {
  const [typed, setTyped] = useState(first);
  const ref = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    // Setting a value puts the caret at its end.
    if (caret.current !== null) ref.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  return {
    typed,
    setTyped,
    field: {
      ref,
      value: shownIdentifier(typed),
      onChange({ target }) {
        const edit = editIdentifier(typed, target.value, target.selectionStart ?? target.value.length);
        caret.current = edit.caret;
        setTyped(edit.typed);
      },
    },
  };
}
