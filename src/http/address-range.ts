import ipaddr from 'ipaddr.js';

/** IPv4 in IPv6 (::ffff:10.0.0.0/104) has its address after so many bits (RFC 4291, section 2.5.5.2). */
const MAPPED_BITS = 96;

/** Returns the address or address range (CIDR) in one form, as a range; null for any other text, and for a zone (%eth0). */
export function readRange(text: string): string | null {
  const trimmed = text.trim();
  // IPv4 must have four decimal parts, because people read other forms (octal, two parts) differently.
  if (ipaddr.IPv4.isValidFourPartDecimal(trimmed)) return `${trimmed}/32`;
  if (ipaddr.IPv4.isValidCIDRFourPartDecimal(trimmed)) return trimmed;
  const range = trimmed.includes('/') ? trimmed : `${trimmed}/128`;
  if (!trimmed.includes(':') || trimmed.includes('%') || !ipaddr.IPv6.isValidCIDR(range)) return null;
  const [address, bits] = ipaddr.IPv6.parseCIDR(range);
  if (!address.isIPv4MappedAddress()) return `${address.toString()}/${bits}`;
  return bits < MAPPED_BITS ? null : `${address.toIPv4Address().toString()}/${bits - MAPPED_BITS}`;
}

/** Whether an address is in one of the ranges of {@link readRange}. IPv4 in IPv6 is IPv4; no proxy writes other forms. */
export function isInRanges(address: string | null, ranges: readonly string[]): boolean {
  if (address === null || !ipaddr.isValid(address)) return false;
  if (!address.includes(':') && !ipaddr.IPv4.isValidFourPartDecimal(address)) return false;
  const read = ipaddr.process(address);
  return ranges.some((range) => {
    const [start, bits] = ipaddr.parseCIDR(range);
    return start.kind() === read.kind() && read.match(start, bits);
  });
}
