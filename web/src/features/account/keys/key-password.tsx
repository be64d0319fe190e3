import { keyTexts } from '../../../texts/key-texts';
import { TextField } from '../../../ui/forms/text-field';
import { UsernameHint } from '../../../ui/forms/username-hint';

interface KeyPasswordProps {
  username: string;
  password: string;
  onChange: (password: string) => void;
}

/** The field for the account's password, without which nobody gets a key's text. */
export const KeyPassword = ({ username, password, onChange }: KeyPasswordProps) => (
  <>
    <UsernameHint username={username} />
    <TextField
      label={keyTexts.form.password}
      name="password"
      type="password"
      autoComplete="current-password"
      value={password}
      onChange={({ target }) => onChange(target.value)}
    />
  </>
);
