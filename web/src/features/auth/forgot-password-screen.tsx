import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import * as z from 'zod/mini';
import { serverMessage } from '../../api/api-client';
import { useConfig } from '../../api/config';
import { signInTexts } from '../../texts/sign-in-texts';
import { paths } from '../../urls/paths';
import { rememberedIn } from '../../session/remembered-location';
import { Button, buttonClass } from '../../ui/button';
import { Link } from '../../ui/link';
import { Notice } from '../../ui/notice';
import { TextField } from '../../ui/forms/text-field';
import { useSubmission } from '../../ui/forms/use-submission';
import { requestPasswordReset } from './auth-api';
import { AuthLayout, FooterLine, footerLinkClass } from './auth-layout';

/** The email that was typed on the login page, passed on by it. */
const HandedOverSchema = z.object({ email: z.string() });

/** Asks the server to mail a reset link. If the server cannot send mail, says whom to write to. */
export function ForgotPasswordScreen() {
  const { state } = useLocation();
  const config = useConfig();
  const handedOver = z.safeParse(HandedOverSchema, state);
  const [email, setEmail] = useState(handedOver.success ? handedOver.data.email : '');
  const [isSent, setSent] = useState(false);
  const footer = (
    <FooterLine question={signInTexts.forgot.remembered}>
      <Link to={paths.login} state={rememberedIn(state)} className={footerLinkClass}>
        {signInTexts.forgot.logIn}
      </Link>
    </FooterLine>
  );

  if (config && !config.passwordReset) {
    return (
      <AuthLayout title={signInTexts.forgot.title} lead={signInTexts.forgot.bySupport} footer={footer}>
        <a
          href={`mailto:${config.supportEmail}`}
          className={buttonClass('primary', 'min-h-14 py-3 text-center text-lg wrap-anywhere')}
        >
          {config.supportEmail}
        </a>
      </AuthLayout>
    );
  }
  if (isSent) {
    return (
      <AuthLayout title={signInTexts.forgot.sentTitle} lead={signInTexts.forgot.sent(email)} footer={footer}>
        <Sent onAgain={() => setSent(false)} />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={signInTexts.forgot.title} lead={signInTexts.forgot.lead} footer={footer}>
      <EmailForm email={email} onEmail={setEmail} onSent={() => setSent(true)} />
    </AuthLayout>
  );
}

/** Confirms that the mail was requested. The focused form has disappeared, so the focus moves to the heading. */
function Sent({ onAgain }: { onAgain: () => void }) {
  useLayoutEffect(() => {
    const heading = document.querySelector('h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus();
  }, []);
  return (
    <div className="grid gap-5">
      <p className="text-muted text-pretty">{signInTexts.forgot.spam}</p>
      <Button variant="quiet" onClick={onAgain} className="min-h-14 text-lg">
        {signInTexts.forgot.again}
      </Button>
    </div>
  );
}

interface EmailFormProps {
  email: string;
  onEmail: (email: string) => void;
  onSent: () => void;
}

function EmailForm({ email, onEmail, onSent }: EmailFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const { busy, error, submit } = useSubmission((failure) => serverMessage(failure, signInTexts.forgot.failed));

  async function submitForm(event: FormEvent) {
    event.preventDefault();
    await submit(() => requestPasswordReset(email.trim()), onSent);
    // After a success the field is gone and this does nothing. After a failure it gets the focus.
    field.current?.focus();
  }

  return (
    <form onSubmit={(event) => void submitForm(event)} className="grid gap-4">
      {error && <Notice tone="bad">{error}</Notice>}
      <TextField
        ref={field}
        label={signInTexts.forgot.email}
        name="email"
        type="email"
        value={email}
        onChange={(event) => onEmail(event.target.value)}
        autoComplete="username"
        required
      />
      <Button type="submit" disabled={busy} className="mt-2 min-h-14 text-lg">
        {busy ? signInTexts.forgot.busy : signInTexts.forgot.submit}
      </Button>
    </form>
  );
}
