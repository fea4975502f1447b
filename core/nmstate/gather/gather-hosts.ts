import { readYaml, valueAt, type YamlText } from '../../base/document/yaml-text.ts';
import { present } from '../../base/objects/present.ts';
import { mentionsBrEx } from '../br-ex/layout.ts';
import type { HostDocument } from '../hosts/host-facts.ts';
import { readHostTable } from '../hosts/host-table.ts';
import { roleByName } from '../hosts/role.ts';
import { CLUSTER_FILE, nodeFileOf } from '../machine-config/node-files.ts';
import { containsMachineConfig, readMachineConfig } from '../machine-config/read.ts';
import { type NmstateDocument, nmstateOf, readNmstate } from '../model/document.ts';
import type { NmstateProblem } from '../model/finding.ts';
import { type Host, nodeFileName, shortName } from '../model/host.ts';
import { asFields, asText } from '../model/values.ts';
import type { Preset } from '../presets/preset.ts';
import { presetById } from '../presets/presets.ts';
import type { NodeFile } from '../simulation/pick-file.ts';
import { renderTemplate } from '../validation/template.ts';
import { answersOf, wrongAnswer } from './table-answers.ts';

export interface GatherOptions {
  /** Pool of hosts whose role nothing else tells. */
  role?: string;
  /** Makes the documents of hosts that only a table has; a preset that the table names comes first. */
  preset?: Preset;
  template?: { text: string; file?: string };
  /** Plain documents are those of hosts, whatever is in them. Default: when one of them is about br-ex. */
  ofHosts?: boolean;
}

/** Hosts with their documents, from whatever there was. */
export interface GatheredHosts {
  hosts: readonly HostDocument[];
  /** Without role: for the hosts of every role. */
  clusterFiles: readonly { role: string | undefined; document: NmstateDocument }[];
  /** Documents that belong to no host by themselves: policies, reports of nodes, examples. */
  documents: readonly NmstateDocument[];
  /** What the nodes get, by the names they would see. */
  nodeFiles: readonly (NodeFile & { role: string | undefined })[];
  /** Files without a network in them. */
  others: readonly { file: string; what: string }[];
  /** Names of hosts whose documents lack values: `problems` say which, and nothing else can be said of them. */
  incomplete: ReadonlySet<string>;
  problems: readonly NmstateProblem[];
}

/**
 * Reads a folder of documents (called as their hosts), MachineConfigs, tables of hosts, or all of them together: a table
 * beside documents says the roles, NICs and BMCs of the hosts. Never throws.
 */
export async function gatherHosts(
  files: readonly NodeFile[],
  options: GatherOptions = {},
): Promise<GatheredHosts> {
  const problems: NmstateProblem[] = [];
  const incomplete = new Set<string>();
  const others: { file: string; what: string }[] = [];
  const table = new Map<string, { host: Host; file: string }>();
  const read: { file: NodeFile; document: NmstateDocument }[] = [];
  const hosts: HostDocument[] = [];
  const clusterFiles: { role: string | undefined; document: NmstateDocument }[] = [];
  const nodeFiles: (NodeFile & { role: string | undefined })[] = [];
  for (const file of files) {
    const yaml = /\.(?:csv|tsv|txt)$/i.test(file.path) ? undefined : readYaml(file.text);
    if (!yaml || isTable(yaml)) {
      const found = readHostTable(file.text, { file: file.path });
      problems.push(...found.problems);
      for (const host of found.hosts) {
        const other = table.get(shortName(host.name));
        if (other) problems.push(twice(host, file.path, other));
        else table.set(shortName(host.name), { host, file: file.path });
      }
    } else if (containsMachineConfig(yaml)) {
      const found = await readMachineConfig(file.text, { file: file.path });
      // The extension is told where the document is checked.
      problems.push(...found.problems.filter(({ rule }) => rule !== 'extension'));
      hosts.push(...found.hosts);
      clusterFiles.push(...found.clusterFiles);
      for (const { path, text, kind, role } of found.files)
        if (kind === 'other') others.push({ file: path, what: 'no network document' });
        else if (text !== undefined) nodeFiles.push({ path, text, role });
    } else {
      const document = nmstateOf(yaml, { file: file.path });
      const what = document.states.length === 0 && yaml.faults.length === 0 && whatElse(document);
      if (what) {
        others.push({ file: file.path, what });
        nodeFiles.push({ ...file, role: undefined });
      } else read.push({ file, document });
    }
  }
  const roleOf = roles(
    read.map(({ file }) => nodeFileOf(file.path).name),
    options.role,
  );
  const meansHosts =
    options.ofHosts ||
    options.role !== undefined ||
    table.size > 0 ||
    read.some(({ document }) => brEx(document));
  const loose: NmstateDocument[] = [];
  for (const { file, document } of read) {
    const { name } = nodeFileOf(file.path);
    const wrapped = document.states.some(({ wrapper }) => wrapper !== 'plain');
    if (wrapped || !meansHosts) {
      loose.push(document);
      nodeFiles.push({ ...file, role: undefined });
      continue;
    }
    const cluster = name === CLUSTER_FILE;
    const host = cluster ? undefined : (table.get(shortName(name))?.host ?? bare(name, roleOf(name)));
    nodeFiles.push({ ...file, role: host?.role });
    if (host) hosts.push({ host, document });
    else clusterFiles.push({ role: undefined, document });
  }
  const known = new Map(hosts.map((entry, index) => [shortName(entry.host.name), index]));
  for (const [name, { host, file }] of table) {
    const index = known.get(name);
    if (index !== undefined) hosts[index] = { ...hosts[index]!, host };
    else {
      const { document, problems: found } = made(host, file, options);
      problems.push(...found);
      if (!document) continue;
      if (found.length > 0) incomplete.add(host.name);
      hosts.push({ host, document });
      nodeFiles.push({ path: nodeFileName(host), text: document.yaml.text, role: host.role });
    }
  }
  return { hosts, clusterFiles, documents: loose, nodeFiles, others, incomplete, problems };
}

/** Two rows for what one node would take as its file; the first is gone by. */
function twice(host: Host, file: string, other: { host: Host; file: string }): NmstateProblem {
  const where = `${other.file}${other.host.line === undefined ? '' : `:${other.host.line}`}`;
  return {
    code: 'host-table',
    level: 'error',
    message:
      host.name === other.host.name
        ? `${host.name} is there twice, first at ${where}`
        : `${host.name} and ${other.host.name} (${where}) are the same to a node: both would read ${nodeFileName(host)}`,
    remedy: 'Give each host a name of its own.',
    file,
    line: host.line,
    column: host.line === undefined ? undefined : 1,
    rule: 'host-twice',
  };
}

/** A list of hosts, by itself or below `hosts`, that is not a resource of another kind. */
function isTable(yaml: YamlText): boolean {
  if (yaml.faults.length > 0) return false;
  const root = valueAt(yaml, [], 0);
  if (Array.isArray(root)) return true;
  const fields = asFields(root);
  return fields !== undefined && Array.isArray(fields.hosts) && asText(fields.kind) === undefined;
}

/** What a text without a state is; undefined for an empty one, which may be the file of a host that lacks its document. */
function whatElse({ others }: NmstateDocument): string | undefined {
  const kind = others.find((other) => other.kind !== undefined)?.kind;
  return kind ?? (others.some(({ empty }) => !empty) ? 'no network document' : undefined);
}

function brEx({ states }: NmstateDocument): boolean {
  return states.some(({ wrapper, state }) => wrapper === 'plain' && mentionsBrEx(state));
}

/**
 * The role of a document by the name of its host. Where a role is asked for, names count that tell it, and others that
 * tell another one; where no name tells it (a pool of one's own), all are of that role.
 */
function roles(names: readonly string[], requested: string | undefined): (name: string) => string {
  if (requested === undefined) return (name) => roleByName(name) ?? 'worker';
  const reported = names.some((name) => roleByName(name) === requested);
  return (name) => (reported ? (roleByName(name) ?? requested) : requested);
}

function bare(name: string, role: string): Host {
  return { name, role, nics: [], addresses: [], variables: {} };
}

/** The document of a host of the table, by its preset, else the template. */
function made(
  host: Host,
  file: string,
  { preset, template }: GatherOptions,
): { document?: NmstateDocument; problems: readonly NmstateProblem[] } {
  const chosen = host.preset === undefined ? preset : presetById(host.preset);
  const rejected = (rule: string, message: string, remedy: string) => ({
    problems: [
      {
        code: 'host-table' as const,
        level: 'error' as const,
        ...{ message, remedy, file, rule },
        line: host.line,
        column: host.line === undefined ? undefined : 1,
      },
    ],
  });
  if (host.preset !== undefined && !chosen)
    return rejected(
      'preset',
      `${host.name} has the preset "${host.preset}", which there is not`,
      'Name a preset that there is, or none.',
    );
  const wrong = chosen && wrongAnswer(chosen, host);
  if (wrong) return rejected('answer', wrong.message, wrong.remedy);
  const own = nodeFileName(host);
  const rendered = chosen
    ? chosen.build(answersOf(chosen, host), host)
    : template &&
      renderTemplate(template.text, host, template.file === undefined ? {} : { file: template.file });
  if (!rendered)
    return rejected(
      'no-document',
      `There is no document for ${host.name}`,
      'Choose a layout (preset) or a template for the table, or name one for each host in a column `preset`.',
    );
  return {
    document: readNmstate(rendered.text, { file: own }),
    // What a preset lacks is lacking in the host's document: presets have no file.
    problems: rendered.problems.map((problem) => ({ file: own, ...present(problem) })),
  };
}
