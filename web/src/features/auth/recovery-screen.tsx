import { ForgotPasswordScreen } from './forgot-password-screen';
import { ResetPasswordScreen } from './reset-password-screen';

/** Both halves of the way to another password: loaded as one, since whoever needs the first comes to the second. */
export function RecoveryScreen({ shows }: { shows: 'forgot' | 'reset' }) {
  return shows === 'forgot' ? <ForgotPasswordScreen /> : <ResetPasswordScreen />;
}
