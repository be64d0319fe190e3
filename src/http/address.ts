/** The address of all clients if there is no proxy in front (local runs). */
const LOCAL_ADDRESS = 'local';
const SUBSCRIBER_GROUPS = 4;
const SITE_GROUPS = 3;
const IPV6_GROUPS = 8;

const groupsOf = (part: string): string[] => (part === '' ? [] : part.split(':'));

function ipv6Groups(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const before = groupsOf(head);
  if (tail === undefined) return before;
  const after = groupsOf(tail);
  return [...before, ...Array<string>(Math.max(0, IPV6_GROUPS - before.length - after.length)).fill('0'), ...after];
}

const prefixOf = (text: string, groups: number): string =>
  `${ipv6Groups(text)
    .slice(0, groups)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/${groups * 16}`;

/** Returns the IPv4 address that is mapped into an IPv6 address, otherwise the address itself. */
export function unmapped(address: string | undefined): string {
  const text = address?.trim().toLowerCase() ?? '';
  return /^(?:0*:)*:?(?:ffff:)(\d+\.\d+\.\d+\.\d+)$/.exec(text)?.[1] ?? text;
}

/**
 * Returns the key by which attempts are counted: the client's IPv4 address, or the /64 of its IPv6 address, which is
 * the part that one subscriber gets (RFC 6177).
 */
export function addressKey(address: string | undefined): string {
  const text = unmapped(address);
  if (text === '') return LOCAL_ADDRESS;
  return text.includes(':') ? prefixOf(text, SUBSCRIBER_GROUPS) : text;
}

/** Returns the /48 of an IPv6 address, which contains 65,536 networks of /64. Returns null for other addresses. */
export function networkKey(address: string | undefined): string | null {
  const text = unmapped(address);
  return text.includes(':') ? prefixOf(text, SITE_GROUPS) : null;
}
