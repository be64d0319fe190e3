/** Without a proxy in front (local runs) every client has the same address. */
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

/** The IPv4 address of one that is mapped into IPv6, otherwise the address itself. */
function unmapped(address: string | undefined): string {
  const text = address?.trim().toLowerCase() ?? '';
  return /^(?:0*:)*:?(?:ffff:)(\d+\.\d+\.\d+\.\d+)$/.exec(text)?.[1] ?? text;
}

/**
 * The key by which attempts are counted: the client's IPv4 address, or the /64 of its IPv6 address, which is what one
 * subscriber gets (RFC 6177).
 */
export function addressKey(address: string | undefined): string {
  const text = unmapped(address);
  if (text === '') return LOCAL_ADDRESS;
  return text.includes(':') ? prefixOf(text, SUBSCRIBER_GROUPS) : text;
}

/** The /48 of an IPv6 address: its holder has 65,536 addresses in the sense above. Null for other addresses. */
export function networkKey(address: string | undefined): string | null {
  const text = unmapped(address);
  return text.includes(':') ? prefixOf(text, SITE_GROUPS) : null;
}
