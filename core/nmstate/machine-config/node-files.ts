import { yamlOf } from '../../base/document/yaml-of.ts';
import type { HostDocument } from '../hosts/host-facts.ts';
import { type NmstateDocument, readNmstate } from '../model/document.ts';
import type { NmstateProblem } from '../model/finding.ts';
import { type Host, shortName } from '../model/host.ts';
import { t } from './messages.ts';

/** The folder where a node looks for its document. */
export const NODE_FOLDER = '/etc/nmstate/openshift/';
/** Name, without extension, of the file for all hosts of a role that have none of their own. */
export const CLUSTER_FILE = 'cluster';

/**
 * Nodes read `yml`. The enhancement configure-ovs-alternative uses `yaml`, which nodes ignore (machine-config-operator:
 * templates/common/_base/files/nmstate-configuration.yaml).
 */
export type FileExtension = 'yml' | 'yaml';

/** Returns the path of a host's document on its node. */
export function nodePath(host: Pick<Host, 'name'>, extension: FileExtension = 'yml'): string {
  return `${NODE_FOLDER}${shortName(host.name)}.${extension}`;
}

/** Returns the host name and the extension of a file below {@link NODE_FOLDER}, and whether nodes read it. */
export function nodeFileOf(path: string): { name: string; extension: string; read: boolean } {
  const file = path.split(/[\\/]/).at(-1)!;
  const match = /^(.+)\.([^.]*)$/.exec(file);
  const [name, extension] = match ? [match[1]!, match[2]!] : [file, ''];
  return { name, extension, read: extension === 'yml' };
}

/**
 * Returns the document of a host for its node: the text as written, or the state in a policy, NMStateConfig or similar. A
 * document without a state or with several ones is a problem, and isn't returned.
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
          ? t('statesSeveral', { host: host.name, count: states.length })
          : t('stateMissing', { host: host.name }),
        remedy: part ? t('statesSeveralRemedy') : t('stateMissingRemedy'),
        file,
        line: 1,
        column: 1,
        rule: 'one-state',
      },
    ],
  };
}

const NAMES = new Intl.Collator('en', { numeric: true });

/** Compares host names independently of their order in the table, with numbers by value. */
export function byName(a: string, b: string): number {
  return NAMES.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}
