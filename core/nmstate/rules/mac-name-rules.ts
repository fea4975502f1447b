import type { StatePart } from '../model/document.ts';
import type { Report } from '../model/finding.ts';
import type { Path } from '../model/model.ts';
import { t } from './messages.ts';

/**
 * Checks that each name in the list of MAC addresses is an interface of the state, because the installer uses this list to
 * find NICs and rename interfaces (since PR 10567, except for `identifier: mac-address`). Paths for `report` start at the
 * root of the resource.
 */
export function checkMacNames(part: StatePart, report: Report): void {
  const names = part.state.interfaces.map(({ name }) => name);
  const list: Path = [...part.root.slice(part.base.length, -1), 'interfaces'];
  part.macs.forEach(({ name, mac }, index) => {
    // `boot` is the NIC of `bootMACAddress`, which has no name.
    if (!name || name === 'boot' || names.includes(name)) return;
    if (part.state.interfaces.some((iface) => iface.byMac && iface.mac?.toLowerCase() === mac.toLowerCase()))
      return;
    report({
      rule: 'mac-name',
      path: [...list, index, 'name'],
      level: 'warning',
      message: t('macNameUnknown', { name, names: names.join(', ') }),
      remedy: t('macNameUnknownRemedy'),
    });
  });
}
