import { expect, test } from 'vitest';
import { readNmstate } from '../model/document.ts';
import { presetById } from '../presets/presets.ts';
import { validateHosts } from '../validation/validate-hosts.ts';
import { readHostTable } from './host-table.ts';
import { t } from './messages.ts';

/** The problems across hosts with these addresses, whose documents are from a preset. */
function across(preset: string, answers: Record<string, string>, addresses: readonly string[]) {
  const rows = addresses.map((address, index) => `worker-${index},52:54:00:00:00:0${index},${address}`);
  const { hosts } = readHostTable(['name,mac,address', ...rows].join('\n'));
  const documents = hosts.map((host) => ({
    host,
    document: readNmstate(presetById(preset)!.build(answers, host).text, { file: `${host.name}.yml` }),
  }));
  return validateHosts(documents).across.map(({ rule, level, message, remedy, hosts: of }) => ({
    ...{ rule, level, message, remedy, hosts: of },
  }));
}

const unused = { rule: 'address-unused', level: 'warning', remedy: t('addressUnusedRemedy') };

test('addresses of hosts with DHCP are one warning, and those that several hosts have are reported', () => {
  const addresses = ['10.1.1.5/24', '10.1.1.5/24', '10.1.1.7', '', 'fe80::zz'];
  expect(across('bond-lacp', { addressing: 'dhcp' }, addresses)).toEqual([
    {
      ...unused,
      message: t('addressWithDhcp', { count: 3, hosts: 'worker-0, worker-1, worker-2' }),
      hosts: ['worker-0', 'worker-1', 'worker-2'],
    },
    {
      rule: 'address-shared',
      level: 'warning',
      message: t('addressShared', { count: 2, text: '10.1.1.5', hosts: 'worker-0, worker-1' }),
      remedy: t('addressSharedRemedy'),
      hosts: ['worker-0', 'worker-1'],
    },
  ]);
});

test.each([
  ['single-dhcp', '10.1.1.5/24', 'addressWithDhcp'],
  ['ipv6-auto', '2001:db8::5/64', 'addressWithDhcp'],
  ['ipv6-auto', '10.1.1.5/24', 'ipv4Unused'],
  ['single-static', '10.1.1.5/24 2001:db8::5/64', 'ipv6Unused'],
] as const)('%s: %s', (preset, address, cause) => {
  const answers = { gateway: '10.1.1.1', dns: '10.1.1.2' };
  expect(across(preset, answers, [address])).toEqual([
    { ...unused, message: t(cause, { count: 1, hosts: 'worker-0' }), hosts: ['worker-0'] },
  ]);
});

test.each([
  ['single-static', '10.1.1.5/24'],
  // Without a prefix length, or with an address that can't be read, the document has an error.
  ['single-static', '10.1.1.5'],
  ['single-static', '2001:db8::5/64'],
  ['dual-stack', '10.1.1.5/24 2001:db8::5/64'],
  ['single-dhcp', ''],
])('%s uses "%s"', (preset, address) => {
  const answers = { gateway: '10.1.1.1', gateway6: '2001:db8::1', dns: '10.1.1.2' };
  expect(across(preset, answers, [address])).toEqual([]);
});
