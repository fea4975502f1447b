import { brEx, scalar } from './blocks.ts';
import { t } from './messages.ts';
import type { Answer, Question } from './preset.ts';
import { addressesOf } from './questions.ts';

export const BOND_NAME: Question = { id: 'bond', label: t('bondNameLabel'), kind: 'text', default: 'bond0' };

/** Returns the port of br-ex for one interface. */
export const port = (name: string): string[] => [`- name: ${scalar(name)}`];

/** Returns br-ex on one interface with the selected addresses. */
export function onUplink(answer: Answer, below: string, uplink: string, above = '', tail?: string): string {
  const ip = addressesOf(answer, answer('addressing'));
  return `interfaces:\n${below}${brEx(port(uplink), uplink, answer('mtu'), ip.ip)}${above}${tail ?? ip.tail()}`;
}
