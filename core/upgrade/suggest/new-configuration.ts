import { setValue } from '../../base/document/edit/edit.ts';
import { readYaml } from '../../base/document/yaml-text.ts';
import { writtenChannel, writtenPackage } from '../answers/image-set-of.ts';
import { t } from './messages.ts';
import type { Wanted } from './suggestion.ts';

const HEAD = `kind: ImageSetConfiguration
apiVersion: mirror.openshift.io/v2alpha1
`;

/** Returns a new configuration with the wanted entries, and the reason for each operator as a comment. */
export function newConfiguration({ channels, operators }: Wanted, architecture: string): string {
  let doc = readYaml(HEAD);
  const platform = ['mirror', 'platform'];
  if (architecture !== 'amd64') doc = setValue(doc, [...platform, 'architectures'], [architecture]);
  doc = setValue(doc, [...platform, 'channels'], channels.map(writtenChannel));
  doc = setValue(doc, [...platform, 'graph'], true, {
    comment: t('graphComment'),
  });
  for (const [position, { catalog, packages }] of operators.entries()) {
    const path = ['mirror', 'operators', position];
    doc = setValue(doc, path, { catalog });
    for (const [at, { entry, why }] of packages.entries())
      doc = setValue(doc, [...path, 'packages', at], writtenPackage(entry), { comment: why });
  }
  return doc.text;
}
