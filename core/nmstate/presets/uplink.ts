import { brEx, type NicOptions, nic, scalar } from './blocks.ts';
import { t } from './messages.ts';
import type { Answer, Question } from './preset.ts';
import { addressesOf } from './questions.ts';

export const BOND_NAME: Question = { id: 'bond', label: t('bondNameLabel'), kind: 'text', default: 'bond0' };

/** Returns a NIC by its question: by its name, or by its MAC address if the name is unknown. */
export function ethernet(answer: Answer, id: string, options: NicOptions = {}): string {
  return nic(answer(id), {
    ...options,
    mac: answer.macOf(id),
    comment: answer.isGuess(id) ? t('guessedName') : undefined,
  });
}

/** Returns the port of br-ex for one interface. */
export const port = (name: string): string[] => [`- name: ${scalar(name)}`];

/**
 * Returns br-ex on one interface with the selected addresses.
 * @param copyMacFrom NIC with the MAC address of the uplink. It exists before NMState creates bonds and VLANs. Null for
 *   virtual functions: Open vSwitch then gives br-ex the MAC address of the uplink.
 */
export function onUplink(
  answer: Answer,
  below: string,
  uplink: string,
  {
    above = '',
    tail,
    copyMacFrom = uplink,
  }: { above?: string; tail?: string; copyMacFrom?: string | null } = {},
): string {
  const ip = addressesOf(answer, answer('addressing'));
  const bridge = brEx(port(uplink), copyMacFrom ?? undefined, answer('mtu'), ip.ip);
  return `interfaces:\n${below}${bridge}${above}${tail ?? ip.tail()}`;
}
