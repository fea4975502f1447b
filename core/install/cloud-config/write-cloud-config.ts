import { emptyOf } from '../../base/document/decode-fields.ts';
import { mapLines } from '../../base/document/edit/value-text.ts';
import type { FieldTable } from '../../base/document/fields.ts';
import type { CloudConfig } from './model.ts';
import { GLOBAL, isSecret, LABELS, NODES, VCENTER } from './settings.ts';

/**
 * `full`: every setting, empty ones too, and vCenters sorted, as the installer wrote it first; `minimal`: what is set. Both
 * read the same.
 */
export type CloudConfigLayout = 'full' | 'minimal';

/**
 * The configuration as YAML, in the installer's order and style (openshift/installer:
 * pkg/asset/manifests/vsphere/cloudproviderconfig.go). User and password stay empty; settings of INI that YAML does not
 * have are left out. `server` of each vCenter is written, because YAML does not take it from the name.
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
  const reported = Object.entries(root).filter(([, block]) => Object.keys(block).length > 0);
  return reported.length === 0
    ? ''
    : `${mapLines(Object.fromEntries(reported), 0, { map: 2, list: 0, gap: 2 }).join('\n')}\n`;
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
