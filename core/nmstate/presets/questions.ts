import { AUTO6, DHCP, dns, NO_IPV6, type RouteText, routes, staticIp } from './blocks.ts';
import type { Answer, Question } from './preset.ts';

export const NIC1: Question = { id: 'nic1', label: 'NIC 1', kind: 'nic', variable: 'nic1', default: 'eno1' };
export const NIC2: Question = { id: 'nic2', label: 'NIC 2', kind: 'nic', variable: 'nic2', default: 'eno2' };
export const MTU: Question = { id: 'mtu', label: 'MTU', kind: 'number', variable: 'mtu', optional: true };

export const STATIC4: readonly Question[] = [
  { id: 'address', label: 'Address', kind: 'address', variable: 'address', perHost: true },
  { id: 'prefix', label: 'Prefix', kind: 'number', variable: 'prefix', perHost: true },
  { id: 'gateway', label: 'Gateway', kind: 'address', variable: 'gateway' },
];
export const STATIC6: readonly Question[] = [
  { id: 'address6', label: 'IPv6 address', kind: 'address', variable: 'address6', perHost: true },
  { id: 'prefix6', label: 'IPv6 prefix', kind: 'number', variable: 'prefix6', perHost: true },
  { id: 'gateway6', label: 'IPv6 gateway', kind: 'address', variable: 'gateway6' },
];
export const DNS: readonly Question[] = [
  { id: 'dns', label: 'DNS', kind: 'addresses', variable: 'dns' },
  { id: 'search', label: 'Search domains', kind: 'text', variable: 'search', optional: true },
];

const CHOICES = [
  { value: 'static', label: 'Static IPv4' },
  { value: 'dhcp', label: 'DHCP' },
  { value: 'dual', label: 'Static IPv4 and IPv6' },
  { value: 'auto6', label: 'IPv6 by router advertisements and DHCPv6' },
] as const;

/** How br-ex gets its addresses, with the questions that follow from it. */
export function addressing(preferred: 'static' | 'dhcp'): Question[] {
  const only = (questions: readonly Question[], ...is: string[]): Question[] =>
    questions.map((question) => ({ ...question, when: { question: 'addressing', is } }));
  return [
    { id: 'addressing', label: 'Addresses', kind: 'choice', choices: CHOICES, default: preferred },
    ...only(STATIC4, 'static', 'dual'),
    ...only(STATIC6, 'dual'),
    ...only(DNS, 'static', 'dual'),
  ];
}

/** Lines of the ovs-interface, and what follows behind the interfaces. */
export interface Addressing {
  ip: readonly string[];
  tail: (more?: readonly RouteText[]) => string;
}

/** The addresses of br-ex for the kind chosen. */
export function addressesOf(answer: Answer, kind: string): Addressing {
  if (kind === 'dhcp') return { ip: DHCP, tail: (more = []) => routes(more) };
  if (kind === 'auto6') return { ip: AUTO6, tail: (more = []) => routes(more) };
  const dual = kind === 'dual';
  const defaults: RouteText[] = [
    { destination: '0.0.0.0/0', gateway: answer('gateway'), interface: 'br-ex' },
    ...(dual ? [{ destination: '::/0', gateway: answer('gateway6'), interface: 'br-ex' }] : []),
  ];
  return {
    ip: [
      ...staticIp('ipv4', answer('address'), answer('prefix')),
      ...(dual ? staticIp('ipv6', answer('address6'), answer('prefix6')) : NO_IPV6),
    ],
    tail: (more = []) => dns(answer('dns'), answer('search')) + routes([...defaults, ...more]),
  };
}
