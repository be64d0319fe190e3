import { ForgotPasswordScreen } from './forgot-password-screen';
import { ResetPasswordScreen } from './reset-password-screen';

/** Contains both screens for a forgotten password. They are loaded together, because the second follows the first. */
export function RecoveryScreen({ shows }: { shows: 'forgot' | 'reset' }) {
  return shows === 'forgot' ? <ForgotPasswordScreen /> : <ResetPasswordScreen />;
}
