import type { Host } from '../model/host.ts';
import { PRESETS } from './presets.ts';

/** A host that answers the questions of all presets. */
export const PRESET_HOST: Host = {
  name: 'worker-3.lab.example',
  role: 'worker',
  nics: [
    { name: 'enp129s0f0np0', mac: '3c:ec:ef:52:11:a0' },
    { name: 'enp129s0f1np1', mac: '3c:ec:ef:52:11:a1' },
  ],
  addresses: ['10.20.30.23/24', '2001:db8:1::23/64'],
  variables: {
    gateway: '10.20.30.1',
    gateway6: '2001:db8:1::1',
    dns: '10.20.30.2, 2001:db8:1::53',
    vlan: '430',
    mtu: '9000',
    storage_vlan: '300',
    storage_address: '198.51.100.21',
    storage_gateway: '198.51.100.1',
    management_address: '203.0.113.21',
    management_gateway: '203.0.113.1',
  },
};

/** Each preset with each of its kinds of addressing. */
export const PRESET_CASES = PRESETS.flatMap((preset) => {
  const kinds = preset.questions
    .find(({ id }) => id === 'addressing')
    ?.choices?.map(({ value }) => value) ?? [''];
  return kinds.map((kind) => [`${preset.id} ${kind}`, preset, kind] as const);
});
