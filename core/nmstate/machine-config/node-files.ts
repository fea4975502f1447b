import { yamlOf } from '../../base/document/yaml-of.ts';
import type { HostDocument } from '../hosts/host-facts.ts';
import { type NmstateDocument, readNmstate } from '../model/document.ts';
import type { NmstateProblem } from '../model/finding.ts';
import { type Host, shortName } from '../model/host.ts';

/** Where the node looks for its document. */
export const NODE_FOLDER = '/etc/nmstate/openshift/';
/** Name, without extension, of the file for every host of a role that has none of its own. */
export const CLUSTER_FILE = 'cluster';

/**
 * `yml` is what nodes look for; `yaml` is the form of the enhancement configure-ovs-alternative, and nodes do not see
 * it (machine-config-operator: templates/common/_base/files/nmstate-configuration.yaml).
 */
export type FileExtension = 'yml' | 'yaml';

/** Where a host's document is on its node. */
export function nodePath(host: Pick<Host, 'name'>, extension: FileExtension = 'yml'): string {
  return `${NODE_FOLDER}${shortName(host.name)}.${extension}`;
}

/** A file below {@link NODE_FOLDER} by its name: whose it is, and whether nodes look at it. */
export function nodeFileOf(path: string): { name: string; extension: string; read: boolean } {
  const file = path.split(/[\\/]/).at(-1)!;
  const match = /^(.+)\.([^.]*)$/.exec(file);
  const [name, extension] = match ? [match[1]!, match[2]!] : [file, ''];
  return { name, extension, read: extension === 'yml' };
}

/**
 * What the node is to get of a host: its document as it was written; of a policy, an NMStateConfig or the like, the state
 * in it. A document without a state, or with several, is a problem and gives none.
 */
export function dayOneDocument({ host, document }: HostDocument): {
  document: NmstateDocument | undefined;
  problems: readonly NmstateProblem[];
} {
  const { states, yaml, file } = document;
  const [part] = states;
  if (part && states.length === 1) {
    if (part.root.length === 0 && yaml.documents === 1) return { document, problems: [] };
    const text = yamlOf(part.state.fields, { lineWidth: 0 });
    return { document: readNmstate(text, file === undefined ? {} : { file }), problems: [] };
  }
  return {
    document: undefined,
    problems: [
      {
        code: 'machine-config',
        level: 'error',
        message: part
          ? `The document of ${host.name} holds ${states.length} states, and a node takes one`
          : `The document of ${host.name} holds no network state`,
        remedy: part ? 'Keep one of them in the file of the host.' : 'Write `interfaces:` into it.',
        file,
        line: 1,
        column: 1,
        rule: 'one-state',
      },
    ],
  };
}

const NAMES = new Intl.Collator('en', { numeric: true });

/** Order of hosts that does not depend on the table: by name, numbers by value. */
export function byName(a: string, b: string): number {
  return NAMES.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}
