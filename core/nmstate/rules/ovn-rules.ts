import type { Report } from '../model/finding.ts';
import { remove } from '../model/fixes.ts';
import { asFields } from '../model/values.ts';
import { isStandalone, type RuleContext } from './context.ts';
import { t } from './messages.ts';

/** Checks the mappings of physical networks to bridges (nmstate: rust/src/lib/ovn.rs). */
export function checkOvn(context: RuleContext, report: Report): void {
  const seen = new Set<string>();
  for (const mapping of context.state.mappings) {
    if (mapping.localnet === undefined) {
      report({
        rule: 'ovn-localnet',
        path: mapping.path,
        message: 'missing field `localnet`',
        remedy: t('localnetMissingRemedy'),
      });
      continue;
    }
    if (seen.has(mapping.localnet))
      report({
        rule: 'ovn-duplicate',
        path: [...mapping.path, 'localnet'],
        message: t('localnetTwice', { localnet: mapping.localnet }),
        remedy: t('localnetTwiceRemedy'),
        fix: remove(t('localnetTwiceFix'), mapping.path),
      });
    seen.add(mapping.localnet);
    if (!mapping.absent && !mapping.bridge)
      report({
        rule: 'ovn-bridge',
        path: mapping.path,
        message: t('mappingWithoutBridge', { localnet: mapping.localnet }),
        remedy: t('mappingWithoutBridgeRemedy'),
      });
    const bridge = mapping.absent ? undefined : mapping.bridge;
    if (bridge === undefined || bridge.includes('{{')) continue;
    const found = context.state.interfaces.find(({ name, type }) => name === bridge && type === 'ovs-bridge');
    if (found?.state === 'absent' || (!found && isStandalone(context)))
      report({
        rule: 'ovn-bridge-unknown',
        path: [...mapping.path, 'bridge'],
        message: found
          ? t('mappingBridgeAbsent', { bridge, localnet: mapping.localnet })
          : t('mappingBridgeUnknown', { bridge, localnet: mapping.localnet }),
        remedy: t('mappingBridgeRemedy', { bridge }),
      });
  }
  const ids = asFields(asFields(context.state.fields['ovs-db'])?.external_ids);
  if (ids && 'ovn-bridge-mappings' in ids)
    report({
      rule: 'ovn-external-ids',
      path: ['ovs-db', 'external_ids', 'ovn-bridge-mappings'],
      of: 'key',
      message: 'The `ovn-bridge-mappings` key of `external_ids` belongs to OVN: use `ovn.bridge-mappings`',
      remedy: t('externalIdsRemedy'),
      fix: remove(t('removeFix', { setting: 'ovn-bridge-mappings' }), [
        'ovs-db',
        'external_ids',
        'ovn-bridge-mappings',
      ]),
    });
}
