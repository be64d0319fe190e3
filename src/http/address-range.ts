import ipaddr from 'ipaddr.js';

/** Returns the address or address range (CIDR) in one form, as a range; null for any other text. */
export function readRange(text: string): string | null {
  const trimmed = text.trim();
  // IPv4 must have four decimal parts, because people read other forms (octal, two parts) differently.
  if (ipaddr.IPv4.isValidFourPartDecimal(trimmed)) return `${trimmed}/32`;
  if (ipaddr.IPv4.isValidCIDRFourPartDecimal(trimmed)) return trimmed;
  if (!trimmed.includes(':')) return null;
  if (ipaddr.IPv6.isValid(trimmed)) return `${ipaddr.IPv6.parse(trimmed).toString()}/128`;
  if (!ipaddr.IPv6.isValidCIDR(trimmed)) return null;
  const [address, bits] = ipaddr.IPv6.parseCIDR(trimmed);
  return `${address.toString()}/${bits}`;
}

/** Whether an address is in one of the ranges of {@link readRange}. IPv4 in IPv6 is IPv4. */
export function isInRanges(address: string | null, ranges: readonly string[]): boolean {
  if (address === null || !ipaddr.isValid(address)) return false;
  const read = ipaddr.process(address);
  return ranges.some((range) => {
    const [start, bits] = ipaddr.parseCIDR(range);
    return start.kind() === read.kind() && read.match(start, bits);
  });
}
