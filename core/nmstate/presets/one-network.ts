import { bond, brEx, nic, vlan } from './blocks.ts';
import { type Answer, type Preset, preset, type Question } from './preset.ts';
import { addressesOf, addressing, DNS, MTU, NIC1, NIC2, STATIC4, STATIC6 } from './questions.ts';
import { BOND_NAME, onUplink, port } from './uplink.ts';

const BOND_MODE: Question = {
  id: 'mode',
  label: 'Bond mode',
  kind: 'choice',
  default: '802.3ad',
  choices: [
    { value: '802.3ad', label: '802.3ad (LACP, the switch takes part)' },
    { value: 'active-backup', label: 'active-backup (any switch)' },
    { value: 'balance-xor', label: 'balance-xor (static channel group)' },
  ],
};
const VLAN: Question = { id: 'vlan', label: 'VLAN', kind: 'number', variable: 'vlan' };

function bonded(answer: Answer, mode: string): string {
  const [one, two, name, mtu] = [answer('nic1'), answer('nic2'), answer('bond'), answer('mtu')];
  return (
    nic(one, { mtu }) + nic(two, { mtu }) + bond(name, { mode, ports: [one, two], mtu, copyMacFrom: one })
  );
}

/** Layouts with br-ex alone, the most usual ones first. */
export const ONE_NETWORK: readonly Preset[] = [
  preset(
    {
      id: 'single-dhcp',
      title: 'One NIC, DHCP',
      sentence: 'br-ex on one NIC, with the address that DHCP has for its MAC.',
      questions: [NIC1, MTU],
    },
    (answer) => {
      const ip = addressesOf(answer, 'dhcp');
      return `interfaces:\n${nic(answer('nic1'), { mtu: answer('mtu') })}${brEx(port(answer('nic1')), answer('nic1'), answer('mtu'), ip.ip)}`;
    },
  ),
  preset(
    {
      id: 'single-static',
      title: 'One NIC, static address',
      sentence: 'br-ex on one NIC, with an address, gateway and DNS of its own.',
      questions: [NIC1, ...STATIC4, ...DNS, MTU],
    },
    (answer) => {
      const ip = addressesOf(answer, 'static');
      return `interfaces:\n${nic(answer('nic1'), { mtu: answer('mtu') })}${brEx(port(answer('nic1')), answer('nic1'), answer('mtu'), ip.ip)}${ip.tail()}`;
    },
  ),
  preset(
    {
      id: 'bond-lacp',
      title: 'Bond with LACP',
      sentence: 'br-ex on two NICs that the switch has in one LACP group.',
      questions: [NIC1, NIC2, BOND_NAME, ...addressing('static'), MTU],
    },
    (answer) => onUplink(answer, bonded(answer, '802.3ad'), answer('bond')),
  ),
  preset(
    {
      id: 'bond-active-backup',
      title: 'Bond, active and backup',
      sentence: 'br-ex on two NICs, one of which stands by; any switch will do.',
      questions: [NIC1, NIC2, BOND_NAME, ...addressing('dhcp'), MTU],
    },
    (answer) => onUplink(answer, bonded(answer, 'active-backup'), answer('bond')),
  ),
  preset(
    {
      id: 'bond-vlan',
      title: 'Bond, VLAN, static address',
      sentence: 'br-ex on a tagged VLAN of two bonded NICs.',
      questions: [NIC1, NIC2, BOND_NAME, BOND_MODE, VLAN, ...addressing('static'), MTU],
    },
    (answer) => {
      const uplink = `${answer('bond')}.${answer('vlan')}`;
      const below =
        bonded(answer, answer('mode')) + vlan(uplink, answer('bond'), answer('vlan'), answer('mtu'));
      return onUplink(answer, below, uplink);
    },
  ),
  preset(
    {
      id: 'vlan',
      title: 'One NIC, VLAN',
      sentence: 'br-ex on a tagged VLAN of one NIC.',
      questions: [NIC1, VLAN, ...addressing('static'), MTU],
    },
    (answer) => {
      // Not `nic.id`: names of NICs are long, and the kernel takes 15 characters.
      const uplink = `vlan${answer('vlan')}`;
      const below =
        nic(answer('nic1'), { mtu: answer('mtu') }) +
        vlan(uplink, answer('nic1'), answer('vlan'), answer('mtu'));
      return onUplink(answer, below, uplink);
    },
  ),
  preset(
    {
      id: 'dual-stack',
      title: 'One NIC, IPv4 and IPv6',
      sentence: 'br-ex on one NIC with static addresses of both families, IPv4 first.',
      questions: [NIC1, ...STATIC4, ...STATIC6, ...DNS, MTU],
    },
    (answer) => {
      const ip = addressesOf(answer, 'dual');
      return `interfaces:\n${nic(answer('nic1'), { mtu: answer('mtu') })}${brEx(port(answer('nic1')), answer('nic1'), answer('mtu'), ip.ip)}${ip.tail()}`;
    },
  ),
  preset(
    {
      id: 'ipv6-auto',
      title: 'One NIC, IPv6 only',
      sentence: 'br-ex on one NIC, with addresses from router advertisements and DHCPv6.',
      questions: [NIC1, MTU],
    },
    (answer) => {
      const ip = addressesOf(answer, 'auto6');
      return `interfaces:\n${nic(answer('nic1'), { mtu: answer('mtu') })}${brEx(port(answer('nic1')), answer('nic1'), answer('mtu'), ip.ip)}`;
    },
  ),
];
