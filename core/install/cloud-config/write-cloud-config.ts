import { emptyOf } from '../../base/document/decode-fields.ts';
import { mapLines } from '../../base/document/edit/value-text.ts';
import type { FieldTable } from '../../base/document/fields.ts';
import type { CloudConfig } from './model.ts';
import { GLOBAL, isSecret, LABELS, NODES, VCENTER } from './settings.ts';

/**
 * `full`: every setting, including empty ones, with sorted vCenters, as the installer writes it. `minimal`: only settings with
 * a value. Both have the same effect.
 */
export type CloudConfigLayout = 'full' | 'minimal';

/**
 * Returns the configuration as YAML in the order and style of the installer (openshift/installer:
 * pkg/asset/manifests/vsphere/cloudproviderconfig.go). User and password stay empty. Settings that only INI has are omitted.
 * Each vCenter gets its `server`, because YAML has no default for it.
 */
export function writeCloudConfig(config: CloudConfig, layout: CloudConfigLayout): string {
  const full = layout === 'full';
  const names = full ? [...config.vcenters.keys()].toSorted() : [...config.vcenters.keys()];
  const vcenter = names.map((name) => {
    const own = config.vcenters.get(name)!;
    return [name, blockOf({ ...own, server: own.server ?? name }, VCENTER, full)];
  });
  const root = {
    global: blockOf(config.global, GLOBAL, full),
    vcenter: Object.fromEntries(vcenter),
    labels: blockOf(config.labels, LABELS, full),
    nodes: blockOf(config.nodes, NODES, false),
    ...config.upstream,
  };
  const blocks = Object.entries(root).filter(([, block]) => Object.keys(block).length > 0);
  return blocks.length === 0
    ? ''
    : `${mapLines(Object.fromEntries(blocks), 0, { map: 2, list: 0, gap: 2 }).join('\n')}\n`;
}

function blockOf(block: object, table: FieldTable, full: boolean): Record<string, unknown> {
  const values = block as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(table).flatMap(([name, field]) => {
      const value = isSecret(field) ? undefined : values[name];
      return value === undefined ? (full ? [[name, emptyOf(field)]] : []) : [[name, value]];
    }),
  );
}
