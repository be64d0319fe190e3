/** Tells password managers whose password a form asks for. */
export const UsernameHint = ({ username }: { username: string }) => (
  <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
);
