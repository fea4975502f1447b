import type { Report } from '../model/finding.ts';
import { entries, type Interface, isConfigured, isUp } from '../model/model.ts';
import { asFields, asInt, asText } from '../model/values.ts';
import { parseVf, type RuleContext, unknownName } from './context.ts';
import { t } from './messages.ts';

/** Checks NICs and their virtual functions (nmstate: rust/src/lib/ifaces/ethernet.rs and sriov.rs). */
export function checkEthernet(context: RuleContext, report: Report): void {
  for (const iface of context.state.interfaces) {
    if (!isConfigured(iface)) continue;
    if (iface.type === 'ethernet' && isUp(iface)) exists(context, iface, report);
    for (const port of iface.ports ?? []) vfName(context, port.name, port.path, report);
    if (iface.name.startsWith('sriov:')) vfName(context, iface.name, [...iface.path, 'name'], report);
    functions(iface, report);
  }
}

function exists(context: RuleContext, iface: Interface, report: Report): void {
  if (iface.byMac || iface.name.startsWith('sriov:') || iface.name.includes('{{')) return;
  if (iface.fields.veth !== undefined || unknownName(context, iface.name) !== 'error') return;
  report({
    rule: 'ethernet-missing',
    path: [...iface.path, 'name'],
    message: t('ethernetUnknown', { name: iface.name }),
    remedy: t('ethernetUnknownRemedy', { nics: context.nics!.flatMap((nic) => nic.name ?? []).join(', ') }),
  });
}

function vfName(
  context: RuleContext,
  name: string,
  path: readonly (string | number)[],
  report: Report,
): void {
  if (!name.startsWith('sriov:')) return;
  const vf = parseVf(name);
  if (!vf) {
    report({
      rule: 'vf-name',
      path,
      message: t('vfName', { name }),
      remedy: t('vfNameRemedy'),
    });
    return;
  }
  if (context.purpose === 'first-boot')
    report({
      rule: 'vf-first-boot',
      path,
      message: t('vfFirstBoot', { name }),
      remedy: t('vfFirstBootRemedy'),
    });
  const total = asInt(
    asFields(asFields(context.graph.kernel.get(vf.pf)?.fields.ethernet)?.['sr-iov'])?.['total-vfs'],
  );
  if (total !== undefined && vf.id >= total)
    report({
      rule: 'vf-missing',
      path,
      message: t('vfUnknown', { name }),
      remedy: t('vfUnknownRemedy', { pf: vf.pf, total }),
    });
}

function functions(iface: Interface, report: Report): void {
  const sriov = asFields(asFields(iface.fields.ethernet)?.['sr-iov']);
  const total = asInt(sriov?.['total-vfs']);
  const ids = new Set<number>();
  for (const [vf, path] of entries(sriov?.vfs, [...iface.path, 'ethernet', 'sr-iov', 'vfs'])) {
    if (asText(vf['vlan-proto']) === '802.1ad' && !asInt(vf['vlan-id']) && !asInt(vf.qos))
      report({
        rule: 'vf-802.1ad',
        path: [...path, 'vlan-proto'],
        message: 'VLAN protocol 802.1ad is not allowed when both VLAN ID and VLAN QoS are zero or unset',
        remedy: t('vfVlanProtocolRemedy'),
      });
    const id = asInt(vf.id);
    if (id === undefined) continue;
    if (ids.has(id) || (total !== undefined && id >= total))
      report({
        rule: 'vf-id',
        path: [...path, 'id'],
        message: ids.has(id)
          ? t('vfTwice', { id, name: iface.name })
          : t('vfAboveTotal', { id, name: iface.name, total: total! }),
        remedy: t('vfNumberRemedy'),
      });
    ids.add(id);
  }
}
