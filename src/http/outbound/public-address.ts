import ipaddr from 'ipaddr.js';

/** The addresses of the public internet in IPv6 (RFC 4291, section 2.4; IANA assigns from this block alone). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** Azure's host of a virtual machine (learn.microsoft.com, "What is IP address 168.63.129.16?"): it looks public. */
const AZURE_HOST = '168.63.129.16';

/**
 * Whether this IP address is one of the public internet. Everything else is refused: private and local networks, addresses
 * of the machine itself, of a cloud's metadata, of tunnels that lead to other addresses, and texts that are no address.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  // IPv4 in IPv6 (::ffff:127.0.0.1) becomes IPv4.
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast' || address.toString() === AZURE_HOST) return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
}
