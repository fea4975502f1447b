import { type Network as Base, parseNetwork as parse } from '../../../base/network/addresses.ts';

/** A network of the file. */
export interface Network extends Base {
  /** The text in the file. */
  readonly text: string;
}

/** Returns a network as Go's `net.ParseCIDR` reads it, without leading zeros in its length. Host bits may be set. */
export function parseNetwork(text: string): Network | undefined {
  const network = /\/0\d/.test(text) ? undefined : parse(text);
  return network && { ...network, text };
}
