import { ForgotPasswordScreen } from './forgot-password-screen';
import { ResetPasswordScreen } from './reset-password-screen';

/** Both screens for a forgotten password, loaded together, because the second follows the first. */
export function RecoveryScreen({ shows }: { shows: 'forgot' | 'reset' }) {
  return shows === 'forgot' ? <ForgotPasswordScreen /> : <ResetPasswordScreen />;
}
