import { type FormEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { passwordError } from '../../../../src/shared/rules/password';
import { serverMessage } from '../../api/api-client';
import { useConfig } from '../../api/config';
import { signInTexts } from '../../texts/sign-in-texts';
import { translate } from '../../texts/texts';
import type { SignUpMode } from '../../../../src/shared/rules/sign-up';
import { paths } from '../../urls/paths';
import { rememberedIn } from '../../session/remembered-location';
import { Button } from '../../ui/button';
import { Link } from '../../ui/link';
import { Notice } from '../../ui/notice';
import { TextField } from '../../ui/forms/text-field';
import { useSubmission } from '../../ui/forms/use-submission';
import { adoptSignUp, signUp } from './auth-api';
import { AuthLayout, FooterLine, footerLinkClass } from './auth-layout';
import { useEarlyForm, useTakeOver } from './early/use-early-form';
import { useLinkToken } from './link-token';
import { NewPasswordField } from './new-password-field';

/** Why nobody needs to fill in the form; null if it is of use. The server decides (docs/product.md, S11). */
function refusalOf(mode: SignUpMode | undefined, invitation: string): string | null {
  if (mode === undefined || mode === 'open' || invitation !== '') return null;
  return mode === 'closed' ? signInTexts.signup.closed : signInTexts.signup.invited;
}

export function SignupScreen() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const config = useConfig();
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const early = useEarlyForm();
  const invitation = useLinkToken(paths.signup);
  const refusal = refusalOf(config?.signUp, invitation);
  const [email, setEmail] = useState(early.identifier);
  // The HTML shows no checked requirements, so the first render must start with an empty password.
  const [password, setPassword] = useState('');
  const [adopting, setAdopting] = useState(early.isBusy);
  const { busy, error, setError, submit } = useSubmission(
    (failure) => serverMessage(failure, signInTexts.signup.failed),
    { firstError: early.error },
  );
  const isBusy = busy || adopting;

  function submitForm(event: FormEvent) {
    event.preventDefault();
    const unmet = passwordError(password);
    setError(unmet && translate(unmet));
    if (unmet !== null) {
      passwordField.current?.focus();
      return;
    }
    void create(() => signUp(email.trim(), password, invitation));
  }

  async function create(call: () => Promise<void>) {
    let created = false;
    await submit(async () => {
      await call();
      created = true;
      const handedOver = { email: email.trim(), message: signInTexts.signup.success };
      void navigate(paths.login, { state: { ...rememberedIn(state), ...handedOver } });
    });
    // The focused button was disabled during the call and has lost the focus.
    if (!created) emailField.current?.focus();
  }

  useTakeOver((typed, call) => {
    setEmail(typed.identifier);
    setPassword(typed.password);
    setAdopting(false);
    if (call) void create(() => adoptSignUp(call));
  });

  return (
    <AuthLayout
      title={signInTexts.signup.title}
      lead={refusal ?? signInTexts.signup.lead}
      footer={
        <>
          <FooterLine question={signInTexts.signup.haveAccount}>
            <Link to={paths.login} state={rememberedIn(state)} className={footerLinkClass}>
              {signInTexts.signup.logIn}
            </Link>
          </FooterLine>
          <FooterLine question={signInTexts.signup.needHelp}>
            <a href={`mailto:${config?.supportEmail ?? ''}`} className={footerLinkClass}>
              {signInTexts.signup.support}
            </a>
          </FooterLine>
        </>
      }
    >
      {refusal === null && (
        <form method="post" action={paths.signup} onSubmit={submitForm} className="grid gap-4">
          {error && <Notice tone="bad">{error}</Notice>}
          <TextField
            ref={emailField}
            label={signInTexts.signup.email}
            name="email"
            type="email"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            autoComplete="email"
            required
          />
          <NewPasswordField
            ref={passwordField}
            label={signInTexts.signup.password}
            password={password}
            onChange={setPassword}
          />
          <Button type="submit" disabled={isBusy} className="mt-2 min-h-14 text-lg">
            {isBusy ? signInTexts.signup.busy : signInTexts.signup.submit}
          </Button>
        </form>
      )}
    </AuthLayout>
  );
}
