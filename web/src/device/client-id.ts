const CLIENT_ID_BYTES = 16;

/** Creates a client id: 128 random bits in base64url. randomUUID would need HTTPS (docs/product.md, R7). */
export function mintClientId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(CLIENT_ID_BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
