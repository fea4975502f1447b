import { HOST_COLUMNS } from './column-words.ts';
import { printRow } from './delimited.ts';

/** The example row. Addresses and names are those for documentation. */
const EXAMPLE: Partial<Record<keyof typeof HOST_COLUMNS.fields | 'nic2' | 'mac2', string>> = {
  name: 'worker-0.example.com',
  role: 'worker',
  nic1: 'eno1',
  mac1: '02:00:00:00:00:10',
  nic2: 'eno2',
  mac2: '02:00:00:00:00:11',
  address: '192.0.2.20/24',
  bmc: 'redfish-virtualmedia://198.51.100.20/redfish/v1/Systems/1',
  bmc_user: 'admin',
  boot_mac: '02:00:00:00:00:10',
  preset: 'bond-vlan',
  root_device: '/dev/disk/by-path/pci-0000:01:00.0-nvme-1',
  gateway: '192.0.2.1',
  dns: '192.0.2.2',
  search: 'example.com',
  vlan: '100',
  mtu: '1500',
};

/**
 * Returns a table in CSV with all columns and an example row, which users replace. It has no column for passwords, because
 * they are entered when files with them are written.
 */
export function tableTemplate(): string {
  const columns = Object.keys(HOST_COLUMNS.fields)
    .filter((name) => name !== 'bmc_password')
    .flatMap((name) => (name === 'mac1' ? ['mac1', 'nic2', 'mac2'] : [name]));
  const values: Readonly<Record<string, string | undefined>> = EXAMPLE;
  return [columns, columns.map((name) => values[name] ?? '')]
    .map((row) => `${printRow(row, ',')}\n`)
    .join('');
}
