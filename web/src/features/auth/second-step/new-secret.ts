import { BASE32, SECRET_LENGTH } from '../../../../../src/shared/rules/second-step';

/** Makes a secret for an authenticator app: random Base32. The alphabet has 32 digits, so each byte gives one fairly. */
export const newSecret = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(SECRET_LENGTH)), (byte) => BASE32.charAt(byte % BASE32.length)).join(
    '',
  );

/** Returns the address that authenticator apps read from a QR code. Other parameters have the values that all apps assume. */
export const secretAddress = (issuer: string, username: string, secret: string): string =>
  `otpauth://totp/${encodeURIComponent(`${issuer}:${username}`)}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
