import { insertItem, setValue } from '../../base/document/edit/edit.ts';
import { valueAt } from '../../base/document/yaml-text.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { HostDocument } from '../hosts/host-facts.ts';
import type { NmstateProblem } from '../model/finding.ts';
import { dataUrl } from './content.ts';
import { dayOneDocument, NODE_FOLDER, nodeFileOf, nodePath } from './node-files.ts';
import { readMachineConfig } from './read.ts';

/** A MachineConfig with documents of more hosts. */
export interface AddedHosts {
  text: string;
  /** Names of hosts whose file is new, differs from the one before, or is there already. */
  added: readonly string[];
  replaced: readonly string[];
  unchanged: readonly string[];
  problems: readonly NmstateProblem[];
}

const MODE = 0o644;

/**
 * Puts hosts into a MachineConfig that is there: only the lines of their files change. New files have the extension and the
 * compression that the others have. With several MachineConfigs in the text, the first one of the hosts' role takes them.
 * Fails with `machine-config` when there is none for them, `document-unreadable` when the text cannot be edited.
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
        throw new AirlockError('machine-config', `there is no MachineConfig for the role ${host.role}`, {
          remedy: `Name the one that has ${NODE_FOLDER} for hosts of that role.`,
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
