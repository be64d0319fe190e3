/** Without a proxy in front (local runs) every client is one address. */
const LOCAL_ADDRESS = 'local';
const IPV6_PREFIX_GROUPS = 4;
const IPV6_GROUPS = 8;

const groupsOf = (part: string): string[] => (part === '' ? [] : part.split(':'));

function ipv6Groups(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const before = groupsOf(head);
  if (tail === undefined) return before;
  const after = groupsOf(tail);
  return [...before, ...Array<string>(Math.max(0, IPV6_GROUPS - before.length - after.length)).fill('0'), ...after];
}

/**
 * What attempts are counted by: the client's IPv4 address, or the /64 of its IPv6 address, which is what one
 * subscriber gets (RFC 6177).
 */
export function addressKey(address: string | undefined): string {
  const text = address?.trim().toLowerCase() ?? '';
  if (text === '') return LOCAL_ADDRESS;
  if (!text.includes(':')) return text;
  const mapped = /^(?:0*:)*:?(?:ffff:)(\d+\.\d+\.\d+\.\d+)$/.exec(text);
  if (mapped?.[1]) return mapped[1];
  const prefix = ipv6Groups(text).slice(0, IPV6_PREFIX_GROUPS);
  return `${prefix.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}
