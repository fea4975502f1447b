import { one } from '../validation/checked.fixture.ts';
import type { ValidateOptions } from '../validation/validate.ts';

/** A rule with a document that breaks it. */
export interface Row {
  rule: string;
  text: string;
  message: string | RegExp;
  level?: 'warning' | 'info';
  options?: ValidateOptions;
  line?: number;
}

const host = {
  name: 'worker-0',
  role: 'worker',
  nics: [{ name: 'eno1', mac: '52:54:00:aa:bb:07', maxMtu: 9000 }],
  addresses: [],
  variables: {},
};
export const known: ValidateOptions = { purpose: 'plain', host };
export const firstBoot: ValidateOptions = { purpose: 'first-boot' };
export const bond = (inner: string, rest = '') =>
  one(`name: bond0, type: bond, link-aggregation: {port: [eth1, eth2], ${inner}}${rest}`);
export const linux = (options: string, port = '{name: eth1}') =>
  one(`name: br0, type: linux-bridge, bridge: {options: {${options}}, port: [${port}]}`);
export const macsec = (keys: string) =>
  one(
    `name: m1, type: macsec, macsec: {base-iface: eth1, encrypt: true, port: 1, validation: strict, send-sci: true, ${keys}}`,
  );
export const route = (
  fields: string,
  interfaces = '- {name: eth1, type: ethernet, ipv4: {enabled: true, dhcp: true}}',
) => `interfaces:\n${interfaces}\nroutes:\n  config:\n  - {${fields}}\n`;
export const rule = (fields: string) => `route-rules:\n  config:\n  - {${fields}}\n`;
export const dns = (fields: string, interfaces = '[]') =>
  `interfaces: ${interfaces}\ndns-resolver:\n  config: {${fields}}\n`;
export const policy = (spec: string) =>
  `apiVersion: nmstate.io/v1\nkind: NodeNetworkConfigurationPolicy\nmetadata: {name: p}\nspec:\n${spec}`;
