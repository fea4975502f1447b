import type { StatePart } from '../model/document.ts';
import type { Report } from '../model/finding.ts';
import type { Path } from '../model/model.ts';

/**
 * The installer finds NICs by the MAC addresses beside the state, and renames the interfaces of the state to them: each name
 * must be there (installer since PR 10567; NICs found by `identifier: mac-address` need none). `report` takes paths from the
 * root of the resource.
 */
export function checkMacNames(part: StatePart, report: Report): void {
  const names = part.state.interfaces.map(({ name }) => name);
  const list: Path = [...part.root.slice(part.base.length, -1), 'interfaces'];
  part.macs.forEach(({ name, mac }, index) => {
    // `boot` stands for the NIC of `bootMACAddress`, which has no name.
    if (!name || name === 'boot' || names.includes(name)) return;
    if (part.state.interfaces.some((iface) => iface.byMac && iface.mac?.toLowerCase() === mac.toLowerCase()))
      return;
    report({
      rule: 'mac-name',
      path: [...list, index, 'name'],
      level: 'warning',
      message: `interface name "${name}" not found in networkConfig interfaces [${names.join(', ')}]`,
      remedy: 'Use one name for the NIC in both places: the MAC address says which NIC it is.',
    });
  });
}
