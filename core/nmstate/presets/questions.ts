import { AUTO6, DHCP, dns, NO_IPV6, type RouteText, routes, staticIp } from './blocks.ts';
import { t } from './messages.ts';
import type { Answer, Question } from './preset.ts';

export const NIC1: Question = {
  id: 'nic1',
  label: t('nic1Label'),
  kind: 'nic',
  variable: 'nic1',
  default: 'eno1',
};
export const NIC2: Question = {
  id: 'nic2',
  label: t('nic2Label'),
  kind: 'nic',
  variable: 'nic2',
  default: 'eno2',
};
export const MTU: Question = {
  id: 'mtu',
  label: t('mtuLabel'),
  kind: 'number',
  variable: 'mtu',
  optional: true,
};

export const STATIC4: readonly Question[] = [
  { id: 'address', label: t('addressLabel'), kind: 'address', variable: 'address', perHost: true },
  { id: 'prefix', label: t('prefixLabel'), kind: 'number', variable: 'prefix', perHost: true },
  { id: 'gateway', label: t('gatewayLabel'), kind: 'address', variable: 'gateway' },
];
export const STATIC6: readonly Question[] = [
  { id: 'address6', label: t('address6Label'), kind: 'address', variable: 'address6', perHost: true },
  { id: 'prefix6', label: t('prefix6Label'), kind: 'number', variable: 'prefix6', perHost: true },
  { id: 'gateway6', label: t('gateway6Label'), kind: 'address', variable: 'gateway6' },
];
export const DNS: readonly Question[] = [
  { id: 'dns', label: t('dnsLabel'), kind: 'addresses', variable: 'dns' },
  { id: 'search', label: t('searchLabel'), kind: 'text', variable: 'search', optional: true },
];

const CHOICES = [
  { value: 'static', label: t('staticIpv4') },
  { value: 'dhcp', label: t('dhcp') },
  { value: 'dual', label: t('staticDual') },
  { value: 'auto6', label: t('automaticIpv6') },
] as const;

/** The question for the source of br-ex's addresses, with its dependent questions. */
export function addressing(preferred: 'static' | 'dhcp'): Question[] {
  const only = (questions: readonly Question[], ...is: string[]): Question[] =>
    questions.map((question) => ({ ...question, when: { question: 'addressing', is } }));
  return [
    { id: 'addressing', label: t('addressingLabel'), kind: 'choice', choices: CHOICES, default: preferred },
    ...only(STATIC4, 'static', 'dual'),
    ...only(STATIC6, 'dual'),
    ...only(DNS, 'static', 'dual'),
  ];
}

/** Lines of the ovs-interface, and the text after the interfaces. */
export interface Addressing {
  ip: readonly string[];
  tail: (more?: readonly RouteText[]) => string;
}

/** Returns the addresses of br-ex for the selected source. */
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
