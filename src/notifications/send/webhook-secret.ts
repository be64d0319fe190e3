/** Makes a secret for a webhook's signatures: 32 random bytes (standardwebhooks.com). */
export function newWebhookSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return `whsec_${btoa(String.fromCodePoint(...bytes))}`;
}
