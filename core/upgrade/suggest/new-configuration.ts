import { setValue } from '../../base/document/edit/edit.ts';
import { readYaml } from '../../base/document/yaml-text.ts';
import { writtenChannel, writtenPackage } from '../answers/image-set-of.ts';
import type { Wanted } from './suggestion.ts';

const HEAD = `kind: ImageSetConfiguration
apiVersion: mirror.openshift.io/v2alpha1
`;

/** A new configuration with what is wanted; each operator says why it is there. */
export function newConfiguration({ channels, operators }: Wanted, architecture: string): string {
  let doc = readYaml(HEAD);
  const platform = ['mirror', 'platform'];
  if (architecture !== 'amd64') doc = setValue(doc, [...platform, 'architectures'], [architecture]);
  doc = setValue(doc, [...platform, 'channels'], channels.map(writtenChannel));
  doc = setValue(doc, [...platform, 'graph'], true, {
    comment: 'Clusters without internet find their updates by the graph.',
  });
  for (const [position, { catalog, packages }] of operators.entries()) {
    const path = ['mirror', 'operators', position];
    doc = setValue(doc, path, { catalog });
    for (const [at, { entry, why }] of packages.entries())
      doc = setValue(doc, [...path, 'packages', at], writtenPackage(entry), { comment: why });
  }
  return doc.text;
}
