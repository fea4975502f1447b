import { readYaml, valueAt, type YamlText } from '../../base/document/yaml-text.ts';
import type { HostDocument } from '../hosts/host-facts.ts';
import { type NmstateDocument, printPath, readNmstate } from '../model/document.ts';
import { type NmstateProblem, placeOf } from '../model/finding.ts';
import type { Host } from '../model/host.ts';
import type { Path } from '../model/model.ts';
import { asBool, asFields, asList, asText, type Fields } from '../model/values.ts';
import { type Encoding, readContent, utf8 } from './content.ts';
import { t } from './messages.ts';
import { CLUSTER_FILE, NODE_FOLDER, nodeFileOf } from './node-files.ts';

/** A file of a MachineConfig. */
export interface FileRead {
  path: string;
  /** `host` and `cluster`: a network document; `other`: any other file, which is left unchanged. */
  kind: 'host' | 'cluster' | 'other';
  /** Undefined if the content isn't text or can't be read. A problem contains the reason. */
  text: string | undefined;
  encoding: Encoding | undefined;
  gzip: boolean;
  overwrite: boolean | undefined;
  /** Pool and name of the MachineConfig that contains the file. */
  role: string;
  machineConfig: string;
  /** Place in the text. `placeAt` of core/base/document returns its line. */
  document: number;
  at: Path;
}

export interface ReadMachineConfig {
  yaml: YamlText;
  /** All MachineConfigs in the text. */
  machineConfigs: readonly { name: string; role: string; document: number; root: Path }[];
  /** Hosts with their own document. Its `file` is the path on the node. */
  hosts: readonly HostDocument[];
  /** `cluster.yml` by role. */
  clusterFiles: readonly { role: string; document: NmstateDocument }[];
  /** All files, including those that aren't network documents. */
  files: readonly FileRead[];
  problems: readonly NmstateProblem[];
}

/**
 * Reads the hosts of MachineConfigs: one or several, in a list or in several documents; contents in base64 or percent
 * encoding, plain or gzip. Never throws. Files that aren't network documents are listed and left unchanged.
 */
export async function readMachineConfig(
  text: string,
  options: { file?: string } = {},
): Promise<ReadMachineConfig> {
  return machineConfigOf(readYaml(text), options);
}

/** Reads a text like `readMachineConfig` if core/base/document has already parsed it. */
export async function machineConfigOf(
  yaml: YamlText,
  options: { file?: string } = {},
): Promise<ReadMachineConfig> {
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
      remedy: t('yamlInvalidRemedy'),
      file: options.file,
      line,
      column,
      rule: 'yaml',
    });
  const found = yaml.faults.length > 0 ? [] : machineConfigsOf(yaml);
  if (found.length === 0 && problems.length === 0)
    report('error', 'no-machine-config', t('machineConfigMissing'), t('machineConfigMissingRemedy'));
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

/** Checks whether a text contains a MachineConfig, without reading its files. */
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
    // The format of `oc get machineconfig -o yaml`.
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
      t('roleMissing', { name, label: ROLE }),
      t('roleMissingRemedy', { label: ROLE }),
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
            t('contentUnreadable', { path, reason: content }),
            t('contentUnreadableRemedy'),
            place,
          );
        else if (text === undefined)
          report('error', 'content', t('textInvalid', { path }), t('textInvalidRemedy'), place);
        if (nodeFileOf(path).extension !== 'yml')
          report(
            'error',
            'extension',
            t('extensionIgnored', { path }),
            t('extensionIgnoredRemedy', { path: `${NODE_FOLDER}${nodeFileOf(path).name}.yml` }),
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

/** Returns the kind of a file. Files in the folder are for hosts, except `applied`, which the service on the node creates. */
function kindOf(path: string): FileRead['kind'] {
  if (!path.startsWith(NODE_FOLDER)) return 'other';
  const rest = path.slice(NODE_FOLDER.length);
  if (!/^[^/]+\.ya?ml$/.test(rest)) return 'other';
  return nodeFileOf(rest).name === CLUSTER_FILE ? 'cluster' : 'host';
}

function hostOf({ path, role }: FileRead): Host {
  return { name: nodeFileOf(path).name, role, nics: [], addresses: [], variables: {} };
}
