import { TextField, type TextFieldProps } from './text-field';

export interface OwnPasswordProps extends TextFieldProps {
  /** Tells password managers whose password the form asks for. */
  username: string;
}

/** The field for the password that somebody has. */
export const OwnPassword = ({ username, ...props }: OwnPasswordProps) => (
  <>
    <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
    <TextField name="password" type="password" autoComplete="current-password" {...props} />
  </>
);
