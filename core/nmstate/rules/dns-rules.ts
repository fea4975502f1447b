import { isLinkLocal, knownIp } from '../../base/network/addresses.ts';
import type { Report } from '../model/finding.ts';
import { type IpSettings, isOn, isUp } from '../model/model.ts';
import { find, isStandalone, type RuleContext } from './context.ts';
import { t } from './messages.ts';

const OPTIONS = new Set(
  'debug edns0 inet6 ip6-bytestring ip6-dotint no-aaaa no-check-names no-ip6-dotint no-reload no-tld-query rotate single-request single-request-reopen trust-ad use-vc'.split(
    ' ',
  ),
);
const WITH_VALUE = new Set(['ndots', 'timeout', 'attempts']);

/** Checks the DNS resolver (nmstate: rust/src/lib/dns.rs). */
export function checkDns(context: RuleContext, report: Report): void {
  const { dns } = context.state;
  if (!dns) return;
  const path = ['dns-resolver', 'config'];
  dns.servers.forEach((server, index) => {
    checkServer(context, server, [...path, 'server', index], report);
  });
  dns.options.forEach((option, index) => {
    const [word = '', value] = option.split(':');
    if (value === undefined ? OPTIONS.has(word) : WITH_VALUE.has(word) && /^\d+$/.test(value)) return;
    report({
      rule: 'dns-option',
      path: [...path, 'options', index],
      message: t('dnsOption', { option, options: [...OPTIONS].join(', ') }),
      remedy: t('dnsOptionRemedy'),
    });
  });
  if (isStandalone(context)) placement(context, report);
}

function checkServer(
  context: RuleContext,
  server: string,
  path: readonly (string | number)[],
  report: Report,
): void {
  if (server.includes('{{')) return;
  const [address = '', iface] = server.split('%');
  const ip = knownIp(address);
  if (!ip || (iface !== undefined && !isLinkLocal(ip)) || iface === '')
    report({
      rule: 'dns-server',
      path,
      message: t('dnsServerSyntax', { server }),
      remedy: t('dnsServerSyntaxRemedy'),
    });
  else if (isLinkLocal(ip) && !iface)
    report({
      rule: 'dns-server-scope',
      path,
      level: 'warning',
      message: t('dnsServerScope', { server }),
      remedy: t('dnsServerScopeRemedy', { server }),
    });
  else if (iface && !find(context.graph, iface))
    report({
      rule: 'dns-server-interface',
      path,
      level: isStandalone(context) ? 'error' : 'info',
      message: t('dnsServerInterface', { server, iface }),
      remedy: t('dnsServerInterfaceRemedy', { iface }),
    });
}

/** nmstate adds servers to an interface with static addresses and a default route, or to an automatic one without its own DNS. */
function placement(context: RuleContext, report: Report): void {
  const dns = context.state.dns!;
  const path = ['dns-resolver', 'config'];
  const interfaces = context.state.interfaces.filter(isUp);
  for (const [family, version] of [
    ['ipv4', 4],
    ['ipv6', 6],
  ] as const) {
    const servers = dns.servers.filter((server) => knownIp(server)?.family === version);
    if (
      servers.length > 0 &&
      dns.servers.length === servers.length &&
      !interfaces.some((iface) => isOn(iface[family]))
    )
      report({
        rule: 'dns-no-interface',
        path: [...path, 'server'],
        message: t('dnsServersUnassigned', { servers: servers.join(', ') }),
        remedy: t('dnsServersUnassignedRemedy', { family }),
      });
    else if (servers.length > 0)
      for (const iface of interfaces)
        if (isOn(iface[family]) && automatic(iface[family]) && iface[family]!.autoDns !== false)
          report({
            rule: 'dns-auto',
            path: [...path, 'server'],
            level: 'info',
            message: t('dnsAutomaticToo', { name: iface.name, source: family === 'ipv4' ? 'dhcp' : 'dhcp6' }),
            remedy: t('dnsAutomaticTooRemedy', { family, name: iface.name }),
          });
  }
  if (dns.servers.length > 0) return;
  const on = interfaces.filter((iface) => isOn(iface.ipv4) || isOn(iface.ipv6));
  if (dns.search.length > 0 && on.length === 0)
    report({
      rule: 'dns-no-interface',
      path: [...path, 'search'],
      message: t('dnsSearchUnassigned', { search: dns.search.join(' ') }),
      remedy: t('dnsSearchUnassignedRemedy'),
    });
}

function automatic(ip: IpSettings | undefined): boolean {
  return ip !== undefined && (ip.dhcp || ip.autoconf === true);
}
