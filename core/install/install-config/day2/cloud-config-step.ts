import { removeValue, setValue } from '../../../base/document/edit/edit.ts';
import { shellWord } from '../../../base/document/shell-word.ts';
import { readYaml, valueAt, type YamlText } from '../../../base/document/yaml-text.ts';
import { convertCloudConfig } from '../../cloud-config/convert-cloud-config.ts';
import { maskCloudConfig } from '../../cloud-config/mask-cloud-config.ts';
import type { CloudConfigLayout } from '../../cloud-config/write-cloud-config.ts';
import { at, type ClusterObject, isFields, textAt } from './cluster-objects.ts';
import { t } from './messages.ts';
import { changedFile, nameOf, objectPath, objectText, ownFields } from './object-text.ts';
import type { Day2StepId } from './plan.ts';
import type { ListedVCenter } from './starting-state.ts';
import { backupPath, HEALTHY, SETTLED, type StepDraft, unchangedSince } from './surrounding-steps.ts';

export interface CloudConfigChange {
  id: Extract<Day2StepId, 'cloud-config' | 'remove-cloud-config'>;
  /** An INI only changes if it is converted. */
  convert: boolean;
  layout: CloudConfigLayout;
  /** vCenters to add or extend, with their datacenters. */
  vcenters: readonly ListedVCenter[];
  removed: readonly string[];
  /** Whether there are several failure domains. The provider then looks for zones and regions. */
  labels: boolean;
}

export interface CloudConfigStep {
  /** Absent if the text doesn't change. */
  step?: StepDraft;
  /** Servers whose accounts were in clear text and must be added to the Secret. */
  clearText: string[];
}

/** The tag categories that OpenShift uses on vSphere. */
const LABELS = { zone: 'openshift-zone', region: 'openshift-region' };

/** Returns the step that converts and changes the configuration in the ConfigMap. The rest of a YAML stays byte for byte. */
export function cloudConfigStep(
  object: ClusterObject,
  key: string,
  change: CloudConfigChange,
): CloudConfigStep {
  const given = textAt(object.value, 'data', key);
  const ini = convertCloudConfig(given).from === 'ini';
  if (ini && !change.convert) return { clearText: [] };
  // Full: empty settings of a YAML stay.
  const conversion = convertCloudConfig(given, { file: object.file, layout: ini ? change.layout : 'full' });
  const { dropped } = conversion;
  if (conversion.text === undefined) return { clearText: [] };
  // A YAML is edited in place if a conversion would lose only its comments.
  const editInPlace = !ini && !conversion.secret && dropped.every(({ section }) => section === '');
  const { text } = edited(readYaml(editInPlace ? given : conversion.text), change);
  const clearText = [
    ...new Set((conversion.secret?.keys ?? []).map((each) => each.replace(/\.(username|password)$/, ''))),
  ];
  if (text === given) return { clearText };
  const own = ownFields(object);
  const before = objectText(own);
  const after = objectText({ ...own, data: { ...(at(own, 'data') as object), [key]: text } });
  const shown = maskCloudConfig(before);
  // Only the backup on the user's host contains a password in clear text.
  const copy = shown === before ? before : undefined;
  const parts = [
    ...(ini ? [t('cloudConfigConvertPart')] : []),
    ...(change.id === 'cloud-config'
      ? change.vcenters.map(({ server }) => server).filter((server) => !given.includes(server))
      : []
    ).map((server) => t('cloudConfigAddPart', { server })),
    ...change.removed.map((server) => t('cloudConfigRemovePart', { server })),
  ];
  const step: StepDraft = (folder) => {
    const file = changedFile(folder, object, { before: shown, after });
    const copyPath = objectPath(`${folder}/before`, object);
    return {
      ...{ id: change.id, optional: false },
      title: t('cloudConfigTitle', { changes: parts.join(', ') || t('cloudConfigLabelsPart') }),
      why: ini ? t('iniWhy', { dropped: dropped.length }) : t('yamlWhy'),
      preChecks: [HEALTHY, ...(copy === undefined ? [] : [unchangedSince(copyPath)])],
      checklist: [],
      files: [file],
      actions: [{ verb: 'replace', object: nameOf(object), path: file.path }],
      commands: [`oc replace -f ${shellWord(file.path)}`],
      waitFor: SETTLED,
      rollback: {
        commands: [`oc replace -f ${shellWord(copy === undefined ? backupPath(object) : copyPath)}`],
        files: copy === undefined ? [] : [{ path: copyPath, text: copy }],
        remains: '',
      },
    };
  };
  return { step, clearText };
}

function edited(document: YamlText, { vcenters, removed, labels }: CloudConfigChange): YamlText {
  let doc = document;
  for (const { server, port, datacenters } of vcenters) {
    const key = keyOf(doc, server);
    if (key === undefined) doc = setValue(doc, ['vcenter', server], { server, port, datacenters });
    else doc = withDatacentersOf(doc, key, datacenters);
  }
  for (const server of removed) {
    const key = keyOf(doc, server);
    if (key !== undefined) doc = removeValue(doc, ['vcenter', key]);
    // The provider would create a vCenter from it again.
    if (valueAt(doc, ['global', 'server']) === server)
      doc = removeValue(doc, ['global', 'server'], { keepEmptyParents: true });
  }
  if (labels)
    for (const [name, category] of Object.entries(LABELS))
      if (!valueAt(doc, ['labels', name])) doc = setValue(doc, ['labels', name], category);
  return doc;
}

/** Adds missing datacenters to a vCenter. One without its own datacenters has those of `global`. */
function withDatacentersOf(document: YamlText, key: string, wanted: readonly string[]): YamlText {
  const own = valueAt(document, ['vcenter', key, 'datacenters']);
  const inherited = valueAt(document, ['global', 'datacenters']);
  const present = Array.isArray(own) && own.length > 0 ? own : Array.isArray(inherited) ? inherited : [];
  const all = [...new Set([...present.map(String), ...wanted])];
  return all.length === present.length ? document : setValue(document, ['vcenter', key, 'datacenters'], all);
}

function keyOf(document: YamlText, server: string): string | undefined {
  const vcenters = valueAt(document, ['vcenter']);
  if (!isFields(vcenters)) return undefined;
  return Object.keys(vcenters).find((key) => textAt(vcenters, key, 'server') === server);
}
