import { readYaml, valueAt, type YamlText } from '../../base/document/yaml-text.ts';
import type { HostDocument } from '../hosts/host-facts.ts';
import { type NmstateDocument, printPath, readNmstate } from '../model/document.ts';
import { type NmstateProblem, placeOf } from '../model/finding.ts';
import type { Host } from '../model/host.ts';
import type { Path } from '../model/model.ts';
import { asBool, asFields, asList, asText, type Fields } from '../model/values.ts';
import { type Encoding, readContent, utf8 } from './content.ts';
import { CLUSTER_FILE, NODE_FOLDER, nodeFileOf } from './node-files.ts';

/** A file of a MachineConfig. */
export interface FileRead {
  path: string;
  /** `host` and `cluster`: a network document; `other`: kept as it is. */
  kind: 'host' | 'cluster' | 'other';
  /** Undefined where it is no text, or cannot be read; the problem says why. */
  text: string | undefined;
  encoding: Encoding | undefined;
  gzip: boolean;
  overwrite: boolean | undefined;
  /** Pool and name of the MachineConfig it is in. */
  role: string;
  machineConfig: string;
  /** Where it stands in the text; `placeAt` of core/base/document has its line. */
  document: number;
  at: Path;
}

export interface ReadMachineConfig {
  yaml: YamlText;
  /** How many MachineConfigs there are. */
  machineConfigs: readonly { name: string; role: string; document: number; root: Path }[];
  /** Hosts with a document of their own. Their `file` is the path on the node. */
  hosts: readonly HostDocument[];
  /** `cluster.yml` by role. */
  clusterFiles: readonly { role: string; document: NmstateDocument }[];
  /** Every file, those of no network too. */
  files: readonly FileRead[];
  problems: readonly NmstateProblem[];
}

/**
 * Reads MachineConfigs back into hosts: one or several, in a list or one after the other; contents in base64 or percent
 * encoding, plain or gzip. Never throws. Files that are no network documents are named and kept.
 */
export async function readMachineConfig(
  text: string,
  options: { file?: string } = {},
): Promise<ReadMachineConfig> {
  const yaml = readYaml(text);
  const problems: NmstateProblem[] = [];
  const report: Report = (level, rule, message, remedy, at) => {
    const place = at ? placeOf(yaml, at.path, at.document) : { line: 1, column: 1 };
    problems.push({
      code: 'machine-config',
      level,
      message,
      remedy,
      file: options.file,
      ...place,
      path: at && printPath(at.path),
      rule,
    });
  };
  for (const { message, line, column } of yaml.faults)
    problems.push({
      code: 'machine-config',
      level: 'error',
      message: `Invalid YAML string: ${message}`,
      remedy: 'Mend the line that is named.',
      file: options.file,
      line,
      column,
      rule: 'yaml',
    });
  const found = yaml.faults.length > 0 ? [] : machineConfigsOf(yaml);
  if (found.length === 0 && problems.length === 0)
    report('error', 'no-machine-config', 'There is no MachineConfig in the text', 'Name a file with one.');
  const files = (await Promise.all(found.map((config) => filesOf(yaml, config, report)))).flat();
  const hosts: HostDocument[] = [];
  const clusterFiles: { role: string; document: NmstateDocument }[] = [];
  for (const file of files) {
    if (file.kind === 'other' || file.text === undefined) continue;
    const document = readNmstate(file.text, { file: file.path });
    if (file.kind === 'cluster') clusterFiles.push({ role: file.role, document });
    else hosts.push({ host: hostOf(file), document });
  }
  return { yaml, machineConfigs: found, hosts, clusterFiles, files, problems };
}

/** Whether a text has a MachineConfig in it, without reading its files. */
export function containsMachineConfig(yaml: YamlText): boolean {
  return yaml.faults.length === 0 && machineConfigsOf(yaml).length > 0;
}

type Report = (
  level: NmstateProblem['level'],
  rule: string,
  message: string,
  remedy: string,
  at?: { document: number; path: Path },
) => void;

interface Found {
  name: string;
  role: string;
  document: number;
  root: Path;
}

const ROLE = 'machineconfiguration.openshift.io/role';

function machineConfigsOf(yaml: YamlText): Found[] {
  const found: Found[] = [];
  const look = (value: unknown, document: number, root: Path): void => {
    const fields = asFields(value);
    const kind = asText(fields?.kind);
    // What `oc get machineconfig -o yaml` writes.
    if (kind === 'List' || kind === 'MachineConfigList')
      for (const [index, item] of asList(fields!.items).entries())
        look(item, document, [...root, 'items', index]);
    if (kind !== 'MachineConfig') return;
    const metadata = asFields(fields!.metadata);
    found.push({
      name: asText(metadata?.name) ?? '',
      role: asText(asFields(metadata?.labels)?.[ROLE]) ?? '',
      document,
      root,
    });
  };
  for (let document = 0; document < yaml.documents; document++)
    look(valueAt(yaml, [], document), document, []);
  return found;
}

async function filesOf(
  yaml: YamlText,
  { name, role, document, root }: Found,
  report: Report,
): Promise<FileRead[]> {
  if (!role)
    report(
      'warning',
      'no-role',
      `The MachineConfig ${name} has no label ${ROLE}: no pool takes it`,
      'Add the label.',
      {
        document,
        path: [...root, 'metadata'],
      },
    );
  const list = [...root, 'spec', 'config', 'storage', 'files'];
  const read = asList(valueAt(yaml, list, document)).map(
    async (item, index): Promise<FileRead | undefined> => {
      const fields = asFields(item);
      const path = asText(fields?.path);
      if (!fields || path === undefined) return undefined;
      const at = [...list, index];
      const contents: Fields = asFields(fields.contents) ?? {};
      const kind = kindOf(path);
      const content = await readContent(
        asText(contents.source) ?? 'data:,',
        asText(contents.compression) || undefined,
      );
      const text = typeof content === 'string' ? undefined : utf8(content.bytes);
      if (kind !== 'other') {
        const place = { document, path: [...at, 'contents', 'source'] };
        if (typeof content === 'string')
          report(
            'error',
            'content',
            `${path} cannot be read: ${content}`,
            'Write it as base64 again.',
            place,
          );
        else if (text === undefined)
          report('error', 'content', `${path} is no text in UTF-8`, 'Write it as UTF-8.', place);
        if (nodeFileOf(path).extension !== 'yml')
          report(
            'error',
            'extension',
            `Nodes look for names that end in .yml only: ${path} is ignored without a word`,
            `Call it ${NODE_FOLDER}${nodeFileOf(path).name}.yml.`,
            { document, path: [...at, 'path'] },
          );
      }
      return {
        path,
        kind,
        text,
        encoding: typeof content === 'string' ? undefined : content.encoding,
        gzip: typeof content !== 'string' && content.gzip,
        overwrite: asBool(fields.overwrite),
        role,
        machineConfig: name,
        document,
        at,
      };
    },
  );
  return (await Promise.all(read)).flatMap((file) => file ?? []);
}

/** `applied` is the mark that the node's service leaves, and everything else below the folder is meant for hosts. */
function kindOf(path: string): FileRead['kind'] {
  if (!path.startsWith(NODE_FOLDER)) return 'other';
  const rest = path.slice(NODE_FOLDER.length);
  if (!/^[^/]+\.ya?ml$/.test(rest)) return 'other';
  return nodeFileOf(rest).name === CLUSTER_FILE ? 'cluster' : 'host';
}

function hostOf({ path, role }: FileRead): Host {
  return { name: nodeFileOf(path).name, role, nics: [], addresses: [], variables: {} };
}
