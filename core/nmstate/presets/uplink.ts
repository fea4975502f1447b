import { brEx, scalar } from './blocks.ts';
import type { Answer, Question } from './preset.ts';
import { addressesOf } from './questions.ts';

export const BOND_NAME: Question = { id: 'bond', label: 'Name of the bond', kind: 'text', default: 'bond0' };

/** The port of br-ex that is one interface. */
export const port = (name: string): string[] => [`- name: ${scalar(name)}`];

/** br-ex on one interface, with addresses as they were asked for. */
export function onUplink(answer: Answer, below: string, uplink: string, above = '', tail?: string): string {
  const ip = addressesOf(answer, answer('addressing'));
  return `interfaces:\n${below}${brEx(port(uplink), uplink, answer('mtu'), ip.ip)}${above}${tail ?? ip.tail()}`;
}
