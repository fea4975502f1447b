import { bond, brEx, vlan } from './blocks.ts';
import { t } from './messages.ts';
import { type Answer, type Preset, preset, type Question } from './preset.ts';
import { addressesOf, addressing, DNS, MTU, NIC1, NIC2, STATIC4, STATIC6 } from './questions.ts';
import { BOND_NAME, ethernet, onUplink, port } from './uplink.ts';

const BOND_MODE: Question = {
  id: 'mode',
  label: t('bondModeLabel'),
  kind: 'choice',
  default: '802.3ad',
  choices: [
    { value: '802.3ad', label: t('bondLacp') },
    { value: 'active-backup', label: t('bondActiveBackup') },
    { value: 'balance-xor', label: t('bondBalanceXor') },
  ],
};
const VLAN: Question = { id: 'vlan', label: t('vlanLabel'), kind: 'number', variable: 'vlan' };

function bonded(answer: Answer, mode: string): string {
  const [one, two, name, mtu] = [answer('nic1'), answer('nic2'), answer('bond'), answer('mtu')];
  return (
    ethernet(answer, 'nic1', { mtu }) +
    ethernet(answer, 'nic2', { mtu }) +
    bond(name, {
      ...{ mode, ports: [one, two], mtu, copyMacFrom: one },
      primary: answer.macOf('nic1') === undefined,
    })
  );
}

/** Presets with only br-ex, the most common ones first. */
export const ONE_NETWORK: readonly Preset[] = [
  preset(
    {
      byMac: true,
      id: 'single-dhcp',
      title: t('nicDhcpTitle'),
      sentence: t('nicDhcpSummary'),
      questions: [NIC1, MTU],
    },
    (answer) => {
      const ip = addressesOf(answer, 'dhcp');
      return `interfaces:\n${ethernet(answer, 'nic1', { mtu: answer('mtu') })}${brEx(port(answer('nic1')), answer('nic1'), answer('mtu'), ip.ip)}`;
    },
  ),
  preset(
    {
      byMac: true,
      id: 'single-static',
      title: t('nicStaticTitle'),
      sentence: t('nicStaticSummary'),
      questions: [NIC1, ...STATIC4, ...DNS, MTU],
    },
    (answer) => {
      const ip = addressesOf(answer, 'static');
      return `interfaces:\n${ethernet(answer, 'nic1', { mtu: answer('mtu') })}${brEx(port(answer('nic1')), answer('nic1'), answer('mtu'), ip.ip)}${ip.tail()}`;
    },
  ),
  preset(
    {
      byMac: true,
      id: 'bond-lacp',
      title: t('bondLacpTitle'),
      sentence: t('bondLacpSummary'),
      questions: [NIC1, NIC2, BOND_NAME, ...addressing('static'), MTU],
    },
    (answer) => onUplink(answer, bonded(answer, '802.3ad'), answer('bond'), { copyMacFrom: answer('nic1') }),
  ),
  preset(
    {
      byMac: true,
      id: 'bond-active-backup',
      title: t('bondActiveBackupTitle'),
      sentence: t('bondActiveBackupSummary'),
      questions: [NIC1, NIC2, BOND_NAME, ...addressing('dhcp'), MTU],
    },
    (answer) =>
      onUplink(answer, bonded(answer, 'active-backup'), answer('bond'), { copyMacFrom: answer('nic1') }),
  ),
  preset(
    {
      byMac: true,
      id: 'bond-vlan',
      title: t('bondVlanTitle'),
      sentence: t('bondVlanSummary'),
      questions: [NIC1, NIC2, BOND_NAME, BOND_MODE, VLAN, ...addressing('static'), MTU],
    },
    (answer) => {
      const uplink = `${answer('bond')}.${answer('vlan')}`;
      const below =
        bonded(answer, answer('mode')) + vlan(uplink, answer('bond'), answer('vlan'), answer('mtu'));
      return onUplink(answer, below, uplink, { copyMacFrom: answer('nic1') });
    },
  ),
  preset(
    {
      byMac: true,
      id: 'vlan',
      title: t('nicVlanTitle'),
      sentence: t('nicVlanSummary'),
      questions: [NIC1, VLAN, ...addressing('static'), MTU],
    },
    (answer) => {
      // Not `nic.id`, because names of NICs are long and the kernel allows only 15 characters.
      const uplink = `vlan${answer('vlan')}`;
      const below =
        ethernet(answer, 'nic1', { mtu: answer('mtu') }) +
        vlan(uplink, answer('nic1'), answer('vlan'), answer('mtu'));
      return onUplink(answer, below, uplink, { copyMacFrom: answer('nic1') });
    },
  ),
  preset(
    {
      byMac: true,
      id: 'dual-stack',
      title: t('dualStackTitle'),
      sentence: t('dualStackSummary'),
      questions: [NIC1, ...STATIC4, ...STATIC6, ...DNS, MTU],
    },
    (answer) => {
      const ip = addressesOf(answer, 'dual');
      return `interfaces:\n${ethernet(answer, 'nic1', { mtu: answer('mtu') })}${brEx(port(answer('nic1')), answer('nic1'), answer('mtu'), ip.ip)}${ip.tail()}`;
    },
  ),
  preset(
    {
      byMac: true,
      id: 'ipv6-auto',
      title: t('ipv6Title'),
      sentence: t('ipv6Summary'),
      questions: [NIC1, MTU],
    },
    (answer) => {
      const ip = addressesOf(answer, 'auto6');
      return `interfaces:\n${ethernet(answer, 'nic1', { mtu: answer('mtu') })}${brEx(port(answer('nic1')), answer('nic1'), answer('mtu'), ip.ip)}`;
    },
  ),
];
