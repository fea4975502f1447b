import { knownIp } from '../../base/network/addresses.ts';
import type { Report } from '../model/finding.ts';
import { set } from '../model/fixes.ts';
import { type FamilyKey, type Interface, type IpSettings, isConfigured, isUp } from '../model/model.ts';
import { asText } from '../model/values.ts';
import { type RuleContext, whenNew } from './context.ts';
import { t } from './messages.ts';

const NAMES = { ipv4: 'IPv4', ipv6: 'IPv6' } as const;

/** Checks the addresses of interfaces (nmstate: rust/src/lib/ip.rs). Their syntax is checked by the schema. */
export function checkIp(context: RuleContext, report: Report): void {
  for (const iface of context.state.interfaces) {
    if (iface.state === 'absent') continue;
    for (const family of ['ipv4', 'ipv6'] as FamilyKey[]) {
      const ip = iface[family];
      if (ip) addresses(ip, family, report);
      if (ip && isUp(iface)) enabled(context, iface, ip, family, report);
    }
    if (iface.ipv6) token(iface.ipv6, report);
    if (iface.type === 'loopback' && isConfigured(iface)) loopback(iface, report);
  }
}

function addresses(settings: IpSettings, family: FamilyKey, report: Report): void {
  const other = family === 'ipv4' ? 'IPv6' : 'IPv4';
  const [own, bits] = family === 'ipv4' ? [4, 32] : [6, 128];
  for (const address of settings.addresses) {
    const ip = knownIp(address.ip);
    if (ip && ip.family !== own) {
      report({
        rule: 'address-family',
        path: [...address.path, 'ip'],
        message: t('addressFamily', { other, ip: address.ip, family }),
        remedy: t('addressFamilyRemedy', { section: family === 'ipv4' ? 'ipv6' : 'ipv4' }),
      });
      continue;
    }
    if (address.prefixLength !== undefined && (address.prefixLength < 0 || address.prefixLength > bits))
      report({
        rule: 'prefix-length',
        path: [...address.path, 'prefix-length'],
        message: t('prefixLength', { version: NAMES[family], prefixLength: address.prefixLength, bits }),
        remedy: t('prefixLengthRemedy', { bits, example: family === 'ipv4' ? 24 : 64 }),
      });
  }
}

/** Checks that addresses take effect: nmstate disables a family without `enabled` on a new interface. */
function enabled(
  context: RuleContext,
  { name }: Interface,
  { enabled: value, dhcp, autoconf, addresses: listed, path }: IpSettings,
  family: FamilyKey,
  report: Report,
): void {
  if (value !== undefined || !(dhcp || autoconf === true || listed.length > 0)) return;
  report({
    rule: 'ip-not-enabled',
    path,
    of: 'key',
    level: whenNew(context),
    message: t('ipNotEnabled', { family, name }),
    remedy: t('ipNotEnabledRemedy'),
    fix: set(t('setFix', { setting: 'enabled: true' }), [...path, 'enabled'], true),
  });
}

function token({ fields, path }: IpSettings, report: Report): void {
  const text = asText(fields.token);
  if (!text || text.includes('{{')) return;
  const ip = knownIp(text);
  if (ip?.family !== 6 || ip.value >> 64n !== 0n)
    report({
      rule: 'ipv6-token',
      path: [...path, 'token'],
      message: t('ipv6Token', { text }),
      remedy: t('ipv6TokenRemedy'),
    });
  if (fields['addr-gen-mode'] === 'stable-privacy')
    report({
      rule: 'ipv6-token-stable-privacy',
      path: [...path, 'token'],
      message: t('tokenStablePrivacy'),
      remedy: t('tokenStablePrivacyRemedy'),
      fix: set(t('setFix', { setting: 'addr-gen-mode: eui64' }), [...path, 'addr-gen-mode'], 'eui64'),
    });
}

function loopback(iface: Interface, report: Report): void {
  const add = (family: FamilyKey, subject: string) =>
    report({
      rule: 'loopback-ip',
      path: [...iface.path, family],
      message: t('loopbackIp', { setting: subject }),
      remedy: t('loopbackIpRemedy', { family, name: iface.name }),
    });
  if (iface.ipv4?.enabled === false) add('ipv4', 'IPv4 disabled');
  if (iface.ipv6?.enabled === false) add('ipv6', 'IPv6 disabled');
  if (iface.ipv4?.dhcp) add('ipv4', 'IPv4 DHCP enabled');
  if (iface.ipv6?.dhcp) add('ipv6', 'IPv6 DHCP enabled');
  if (iface.ipv6?.autoconf) add('ipv6', 'IPv6 autoconf enabled');
}
