import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { passwordError } from '../../../../src/shared/rules/password';
import { serverMessage } from '../../api/api-client';
import { signInTexts } from '../../texts/sign-in-texts';
import { paths } from '../../urls/paths';
import { useSession } from '../../session/session';
import { texts, translate } from '../../texts/texts';
import { Button } from '../../ui/button';
import { Link } from '../../ui/link';
import { Notice } from '../../ui/notice';
import { useSubmission } from '../../ui/forms/use-submission';
import { resetPassword } from './auth-api';
import { AuthLayout, FooterLine, footerLinkClass } from './auth-layout';
import { useLinkToken } from './link-token';
import { NewPasswordField } from './new-password-field';

/**
 * The page that the mailed link opens. It also works for somebody who is logged in on this device, even as another
 * user.
 */
export function ResetPasswordScreen() {
  const token = useLinkToken(paths.resetPassword);
  return (
    <AuthLayout
      title={signInTexts.reset.title}
      lead={signInTexts.reset.lead}
      footer={
        <FooterLine question={signInTexts.reset.stale}>
          <Link to={paths.forgotPassword} className={footerLinkClass}>
            {signInTexts.reset.again}
          </Link>
        </FooterLine>
      }
    >
      {token === '' ? <Notice tone="bad">{signInTexts.reset.incomplete}</Notice> : <PasswordForm token={token} />}
    </AuthLayout>
  );
}

function PasswordForm({ token }: { token: string }) {
  const navigate = useNavigate();
  const session = useSession();
  const field = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  const { busy, error, setError, submit } = useSubmission((failure) => serverMessage(failure, texts.common.saveFailed));

  /**
   * Saves the new password. A logged-in user is logged out first, because the login page would otherwise redirect to
   * the app.
   */
  async function save() {
    await resetPassword(token, password);
    if (session.status === 'user') await session.leave();
    void navigate(paths.login, { state: { message: signInTexts.reset.changed } });
  }

  async function submitForm(event: FormEvent) {
    event.preventDefault();
    const unmet = passwordError(password);
    setError(unmet && translate(unmet));
    if (unmet === null) await submit(save);
    // After a success the form is gone and this does nothing.
    field.current?.focus();
  }

  return (
    <form onSubmit={(event) => void submitForm(event)} className="grid gap-4">
      {error && <Notice tone="bad">{error}</Notice>}
      <NewPasswordField ref={field} label={signInTexts.reset.password} password={password} onChange={setPassword} />
      <Button type="submit" disabled={busy} className="mt-2 min-h-14 text-lg">
        {busy ? texts.common.saving : signInTexts.reset.submit}
      </Button>
    </form>
  );
}
