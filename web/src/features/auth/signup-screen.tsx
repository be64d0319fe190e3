import { type FormEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { passwordError } from '../../../../src/shared/rules/password';
import { serverMessage } from '../../lib/api-client';
import { useConfig } from '../../lib/config';
import { guestTexts } from '../../lib/guest-texts';
import { paths } from '../../lib/paths';
import { rememberedIn } from '../../lib/remembered-location';
import { Button } from '../../ui/button';
import { Link } from '../../ui/link';
import { Notice } from '../../ui/notice';
import { TextField } from '../../ui/text-field';
import { useSubmission } from '../../ui/use-submission';
import { signUp } from './auth-api';
import { AuthLayout, FooterLine, footerLinkClass } from './auth-layout';
import { NewPasswordField } from './new-password-field';

export function SignupScreen() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const config = useConfig();
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const { busy, error, setError, submit } = useSubmission((failure) =>
    serverMessage(failure, guestTexts.signup.failed),
  );

  async function submitForm(event: FormEvent) {
    event.preventDefault();
    const unmet = passwordError(password);
    setError(unmet);
    if (unmet !== null) {
      passwordField.current?.focus();
      return;
    }
    let created = false;
    await submit(async () => {
      await signUp(email.trim(), password);
      created = true;
      const handedOver = { email: email.trim(), message: guestTexts.signup.success };
      void navigate(paths.login, { state: { ...rememberedIn(state), ...handedOver } });
    });
    // The button that had the focus was disabled meanwhile.
    if (!created) emailField.current?.focus();
  }

  return (
    <AuthLayout
      title={guestTexts.signup.title}
      lead={guestTexts.signup.lead}
      footer={
        <>
          <FooterLine question={guestTexts.signup.haveAccount}>
            <Link to={paths.login} state={rememberedIn(state)} className={footerLinkClass}>
              {guestTexts.signup.logIn}
            </Link>
          </FooterLine>
          <FooterLine question={guestTexts.signup.needHelp}>
            <a href={`mailto:${config?.supportEmail ?? ''}`} className={footerLinkClass}>
              {guestTexts.signup.support}
            </a>
          </FooterLine>
        </>
      }
    >
      <form onSubmit={(event) => void submitForm(event)} className="grid gap-4">
        {error && <Notice tone="bad">{error}</Notice>}
        <TextField
          ref={emailField}
          label={guestTexts.signup.email}
          name="email"
          type="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          autoComplete="email"
          required
        />
        <NewPasswordField
          ref={passwordField}
          label={guestTexts.signup.password}
          password={password}
          onChange={setPassword}
        />
        <Button type="submit" disabled={busy} className="mt-2 min-h-14 text-lg">
          {busy ? guestTexts.signup.busy : guestTexts.signup.submit}
        </Button>
      </form>
    </AuthLayout>
  );
}
