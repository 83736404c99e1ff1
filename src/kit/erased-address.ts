/** A domain that gets no mail (RFC 2606). */
const DOMAIN = '@erased.invalid';

/** The address that replaces an erased one: it belongs to no one. */
export function erasedAddress(name: string): string {
  return `${name}${DOMAIN}`;
}

/** Whether the address is what an erasure left: nothing can be sent to it. */
export function isErased(address: string): boolean {
  return address.endsWith(DOMAIN);
}
