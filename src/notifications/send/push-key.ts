/** The installation's key for pushes (RFC 8292), both halves in base64url, and whom a push service can write to. */
export interface PushKey {
  publicKey: string;
  privateKey: string;
  subject: string;
}

/** Reads PUSH_KEY, `public.private`, as `npm run push:key` prints it; null without one. */
export function readPushKey(text: string | undefined, supportEmail: string): PushKey | null {
  const [publicKey = '', privateKey = '', ...rest] = (text ?? '').split('.');
  if (rest.length > 0 || !/^[\w-]{87}$/.test(publicKey) || !/^[\w-]{43}$/.test(privateKey)) return null;
  return { publicKey, privateKey, subject: `mailto:${supportEmail}` };
}
