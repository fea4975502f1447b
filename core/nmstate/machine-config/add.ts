import { insertItem, setValue } from '../../base/document/edit/edit.ts';
import { valueAt } from '../../base/document/yaml-text.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { HostDocument } from '../hosts/host-facts.ts';
import type { NmstateProblem } from '../model/finding.ts';
import { dataUrl } from './content.ts';
import { t } from './messages.ts';
import { dayOneDocument, NODE_FOLDER, nodeFileOf, nodePath } from './node-files.ts';
import { readMachineConfig } from './read.ts';

/** A MachineConfig with the documents of added hosts. */
export interface AddedHosts {
  text: string;
  /** Names of hosts with a new file, a changed file, or the same file as before. */
  added: readonly string[];
  replaced: readonly string[];
  unchanged: readonly string[];
  problems: readonly NmstateProblem[];
}

const MODE = 0o644;

/**
 * Adds hosts to an existing MachineConfig: only the lines of their files change. New files get the extension and compression of
 * the others. If the text contains several MachineConfigs, the hosts are added to the first one with their role.
 * Throws `machine-config` if there is none for them, and `document-unreadable` if the text can't be edited.
 */
export async function addToMachineConfig(
  text: string,
  hosts: readonly HostDocument[],
  options: { file?: string } = {},
): Promise<AddedHosts> {
  const known = await readMachineConfig(text, options);
  const problems: NmstateProblem[] = known.problems.filter(({ rule }) => rule !== 'no-machine-config');
  const result = { added: [] as string[], replaced: [] as string[], unchanged: [] as string[] };
  let { yaml } = known;
  const list = new Map<number, number>();
  for (const { host, document } of hosts) {
    const { document: dayOne, problems: wrong } = dayOneDocument({ host, document });
    problems.push(...wrong);
    if (!dayOne) continue;
    const networks = known.files.filter((file) => file.kind !== 'other' && file.role === host.role);
    const path = nodePath(
      host,
      nodeFileOf(networks[0]?.path ?? '.yml').extension === 'yaml' ? 'yaml' : 'yml',
    );
    const found = networks.find((file) => file.path === path);
    const gzip = found?.gzip ?? networks[0]?.gzip ?? false;
    const source = await dataUrl(dayOne.yaml.text, { gzip });
    if (found?.text === dayOne.yaml.text) result.unchanged.push(host.name);
    else if (found) {
      yaml = setValue(yaml, [...found.at, 'contents', 'source'], source, { document: found.document });
      result.replaced.push(host.name);
    } else {
      const position = known.machineConfigs.findIndex(({ role }) => role === host.role);
      const config = known.machineConfigs[position];
      if (!config)
        throw new AirlockError('machine-config', t('roleUnmatched', { role: host.role }), {
          remedy: t('roleUnmatchedRemedy', { folder: NODE_FOLDER }),
          at: options.file === undefined ? undefined : { file: options.file },
        });
      const files = [...config.root, 'spec', 'config', 'storage', 'files'];
      const before = valueAt(yaml, files, config.document);
      const at = list.get(position) ?? (Array.isArray(before) ? before.length : 0);
      yaml = insertItem(
        yaml,
        files,
        at,
        { contents: { compression: gzip ? 'gzip' : undefined, source }, mode: MODE, overwrite: true, path },
        { document: config.document },
      );
      list.set(position, at + 1);
      result.added.push(host.name);
    }
  }
  return { text: yaml.text, ...result, problems };
}
