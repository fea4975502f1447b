import type { Host } from '../model/host.ts';
import { printYaml } from '../model/print-yaml.ts';
import { type Delimiter, printRow } from './delimited.ts';

export interface WriteTableOptions {
  /** Default: csv. */
  format?: 'csv' | 'tsv' | 'yaml';
  /** Whether to write the passwords of BMCs, default: false. */
  secrets?: boolean;
}

/**
 * Returns the hosts as a table that `readHostTable` reads as the same hosts. Columns without values are omitted. Variables
 * have the order of their first occurrence. Passwords are only written with `secrets`.
 */
export function writeHostTable(hosts: readonly Host[], options: WriteTableOptions = {}): string {
  if (options.format === 'yaml') return writeYaml(hosts, options.secrets ?? false);
  const delimiter: Delimiter = options.format === 'tsv' ? '\t' : ',';
  const columns = columnsOf(hosts, options.secrets ?? false).filter(
    ({ always, value }) => always || hosts.some((host) => value(host)),
  );
  const rows = [
    columns.map(({ header }) => header),
    ...hosts.map((host) => columns.map(({ value }) => value(host) ?? '')),
  ];
  return rows.map((row) => `${printRow(row, delimiter)}\n`).join('');
}

interface Output {
  header: string;
  always?: true;
  value: (host: Host) => string | undefined;
}

function columnsOf(hosts: readonly Host[], secrets: boolean): Output[] {
  const most = Math.max(0, ...hosts.map((host) => host.nics.length));
  const variables = [...new Set(hosts.flatMap((host) => Object.keys(host.variables)))];
  return [
    { header: 'name', always: true, value: (host) => host.name },
    { header: 'role', always: true, value: (host) => host.role },
    ...Array.from({ length: most }, (_, index): Output[] => [
      { header: `nic${index + 1}`, value: (host) => host.nics[index]?.name },
      { header: `mac${index + 1}`, value: (host) => host.nics[index]?.mac },
    ]).flat(),
    { header: 'address', value: (host) => host.addresses.join(' ') },
    { header: 'bmc', value: (host) => host.bmc?.address },
    { header: 'bmc_user', value: (host) => host.bmc?.username },
    ...(secrets ? [{ header: 'bmc_password', value: (host: Host) => host.bmc?.password }] : []),
    { header: 'boot_mac', value: (host) => host.bootMac },
    { header: 'preset', value: (host) => host.preset },
    { header: 'root_device', value: (host) => host.rootDevice },
    ...variables.map((name): Output => ({ header: name, value: (host) => host.variables[name] })),
  ];
}

function writeYaml(hosts: readonly Host[], secrets: boolean): string {
  const value = {
    hosts: hosts.map(({ name, role, nics, bmc, bootMac, addresses, preset, rootDevice, variables }) => ({
      name,
      role,
      nics:
        nics.length > 0
          ? nics.map((nic) => ({
              name: nic.name,
              mac: nic.mac,
            }))
          : undefined,
      addresses: addresses.length > 0 ? addresses : undefined,
      bmc: bmc && {
        address: bmc.address,
        username: bmc.username,
        password: secrets ? bmc.password : undefined,
      },
      bootMac: bootMac || undefined,
      preset: preset || undefined,
      rootDevice: rootDevice || undefined,
      variables: Object.keys(variables).length > 0 ? variables : undefined,
    })),
  };
  return printYaml(value);
}
