import { parseMac } from '../../base/network/addresses.ts';
import type { Interface } from '../model/model.ts';
import { asText } from '../model/values.ts';

/**
 * Returns the NIC with a permanent MAC address, which `copy-mac-from` uses (nmstate: ifaces/inter_ifaces.rs). All ports of a
 * bond have its MAC address, so without permanent addresses only a single NIC is certain.
 */
export function nicWithMac(nics: readonly Interface[], mac: string | undefined): Interface | undefined {
  const wanted = mac === undefined ? undefined : parseMac(mac);
  if (wanted === undefined) return undefined;
  return nics.find((nic) => {
    const permanent = asText(nic.fields['permanent-mac-address']);
    const own = permanent ?? (nics.length === 1 ? nic.mac : undefined);
    return own !== undefined && parseMac(own) === wanted;
  });
}
