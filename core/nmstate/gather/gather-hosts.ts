import { readYaml, valueAt, type YamlText } from '../../base/document/yaml-text.ts';
import { present } from '../../base/objects/present.ts';
import { mentionsBrEx } from '../br-ex/layout.ts';
import { mergeHosts } from '../host-set/merge-hosts.ts';
import type { HostDocument } from '../hosts/host-facts.ts';
import { readHostTable } from '../hosts/host-table.ts';
import { roleByName } from '../hosts/role.ts';
import { looksLikeInventory, readInventory } from '../inventory/read-inventory.ts';
import { CLUSTER_FILE, nodeFileOf } from '../machine-config/node-files.ts';
import { containsMachineConfig, readMachineConfig } from '../machine-config/read.ts';
import { type NmstateDocument, nmstateOf, readNmstate } from '../model/document.ts';
import type { NmstateProblem } from '../model/finding.ts';
import { type Host, nodeFileName, shortName } from '../model/host.ts';
import { asFields, asList, asText, type Fields } from '../model/values.ts';
import type { Preset } from '../presets/preset.ts';
import { presetById } from '../presets/presets.ts';
import type { NodeFile } from '../simulation/pick-file.ts';
import { renderTemplate } from '../validation/template.ts';
import { t } from './messages.ts';
import { answersOf, wrongAnswer } from './table-answers.ts';

export interface GatherOptions {
  /** Role of hosts whose role is unknown otherwise. */
  role?: string;
  /** Creates the documents of hosts that are only in a table. A preset in the table takes precedence. */
  preset?: Preset;
  template?: { text: string; file?: string };
  /** Whether plain documents belong to hosts. Default: if one of them defines br-ex. */
  ofHosts?: boolean;
}

/** Hosts with their documents. */
export interface GatheredHosts {
  hosts: readonly HostDocument[];
  /** Files without a role apply to the hosts of all roles. */
  clusterFiles: readonly { role: string | undefined; document: NmstateDocument }[];
  /** Documents that don't belong to a host: policies, reports of nodes, examples. */
  documents: readonly NmstateDocument[];
  /** Files of the nodes, with their paths on the node. */
  nodeFiles: readonly (NodeFile & { role: string | undefined })[];
  /** Files without a network document. */
  others: readonly { file: string; what: string }[];
  /** Names of hosts whose documents are missing values that `problems` lists. These hosts aren't checked further. */
  incomplete: ReadonlySet<string>;
  problems: readonly NmstateProblem[];
}

/**
 * Reads a folder of documents (named after their hosts), MachineConfigs, tables of hosts, or a combination of them. With a
 * preset or template, BMC inventories are tables, too. A table
 * next to documents defines the roles, NICs and BMCs of the hosts. Never throws.
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
  const inventories = inventoriesOf(files, options);
  const clusterFiles: { role: string | undefined; document: NmstateDocument }[] = [];
  const nodeFiles: (NodeFile & { role: string | undefined })[] = [];
  for (const file of files.filter((each) => !inventories.includes(each))) {
    const yaml = /\.(?:csv|tsv|txt)$/i.test(file.path) ? undefined : readYaml(file.text);
    if (!yaml || isTable(yaml, options)) {
      const found = readHostTable(file.text, { file: file.path });
      problems.push(...found.problems);
      for (const host of found.hosts) {
        const other = table.get(shortName(host.name));
        if (other) problems.push(twice(host, file.path, other));
        else table.set(shortName(host.name), { host, file: file.path });
      }
    } else if (containsMachineConfig(yaml)) {
      const found = await readMachineConfig(file.text, { file: file.path });
      // The check of the document reports the extension.
      problems.push(...found.problems.filter(({ rule }) => rule !== 'extension'));
      hosts.push(...found.hosts);
      clusterFiles.push(...found.clusterFiles);
      for (const { path, text, kind, role } of found.files)
        if (kind === 'other') others.push({ file: path, what: t('notNetworkDocument') });
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
  problems.push(...addMachines(inventories, table));
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

/** Returns the inventories. Without a preset or template, resources such as BareMetalHosts only accompany documents. */
function inventoriesOf(files: readonly NodeFile[], { preset, template }: GatherOptions): readonly NodeFile[] {
  return (preset ?? template) ? files.filter(({ text }) => looksLikeInventory(text)) : [];
}

/** Adds the machines of inventories to a table. @returns the problems of the inventories */
function addMachines(
  inventories: readonly NodeFile[],
  table: Map<string, { host: Host; file: string }>,
): readonly NmstateProblem[] {
  const { hosts, problems } = readInventory(inventories);
  const known = [...table.values()];
  const merged = mergeHosts(
    known.map(({ host }) => host),
    hosts,
    'inventory',
  );
  const [first] = inventories;
  for (const [index, host] of merged.hosts.entries())
    table.set(shortName(host.name), { host, file: known[index]?.file ?? first!.path });
  return problems;
}

/** Reports two rows of which a node would use the same file. The first one is used. */
function twice(host: Host, file: string, other: { host: Host; file: string }): NmstateProblem {
  const where = `${other.file}${other.host.line === undefined ? '' : `:${other.host.line}`}`;
  return {
    code: 'host-table',
    level: 'error',
    message:
      host.name === other.host.name
        ? t('hostTwice', { name: host.name, where })
        : t('hostsWithSameFile', {
            name: host.name,
            other: other.host.name,
            where,
            file: nodeFileName(host),
          }),
    remedy: t('hostTwiceRemedy'),
    file,
    line: host.line,
    column: host.line === undefined ? undefined : 1,
    rule: 'host-twice',
  };
}

/**
 * Returns whether a text is a list of hosts, directly or in `hosts`, and not a resource of another kind. A file of the
 * installer also has `hosts`, and needs no `kind`: agent-config.yaml (openshift/installer,
 * pkg/types/agent/agent_config_type.go) and nodes-config.yaml (pkg/asset/agent/joiner/addnodesconfig.go). It is a table
 * only for a preset or template, and if it has no documents of its own.
 */
function isTable(yaml: YamlText, { preset, template }: GatherOptions): boolean {
  if (yaml.faults.length > 0) return false;
  const root = valueAt(yaml, [], 0);
  if (Array.isArray(root)) return true;
  const fields = asFields(root);
  if (fields === undefined || !Array.isArray(fields.hosts) || asText(fields.kind) !== undefined) return false;
  const hosts = fields.hosts.map((host) => asFields(host) ?? {});
  if (hosts.some(({ networkConfig }) => asFields(networkConfig))) return false;
  const rendered = preset ?? template ?? hosts.find((host) => 'preset' in host);
  return rendered !== undefined || !(OF_INSTALLER.some((key) => key in fields) || hosts.every(listsMacs));
}

/** Fields next to `hosts` in agent-config.yaml and nodes-config.yaml. */
const OF_INSTALLER = ['apiVersion', 'rendezvousIP', 'cpuArchitecture', 'sshKey', 'bootArtifactsBaseURL'];

function listsMacs({ interfaces }: Fields): boolean {
  return asList(interfaces).some((item) => asText(asFields(item)?.macAddress) !== undefined);
}

/** Returns the kind of a text without a state, undefined for an empty one, which may be the empty file of a host. */
function whatElse({ others }: NmstateDocument): string | undefined {
  const kind = others.find((other) => other.kind !== undefined)?.kind;
  return kind ?? (others.some(({ empty }) => !empty) ? t('notNetworkDocument') : undefined);
}

function brEx({ states }: NmstateDocument): boolean {
  return states.some(({ wrapper, state }) => wrapper === 'plain' && mentionsBrEx(state));
}

/**
 * Returns the role of a host by its name. If a role is requested and at least one name contains it, names with another role
 * have that role. If no name contains it, as for a custom pool, all hosts have the requested role.
 */
function roles(names: readonly string[], requested: string | undefined): (name: string) => string {
  if (requested === undefined) return (name) => roleByName(name) ?? 'worker';
  const reported = names.some((name) => roleByName(name) === requested);
  return (name) => (reported ? (roleByName(name) ?? requested) : requested);
}

function bare(name: string, role: string): Host {
  return { name, role, nics: [], addresses: [], variables: {} };
}

/** Returns the document of a host in the table, from its preset or the template. */
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
      t('presetUnknown', { name: host.name, preset: host.preset }),
      t('presetUnknownRemedy'),
    );
  const wrong = chosen && wrongAnswer(chosen, host);
  if (wrong) return rejected('answer', wrong.message, wrong.remedy);
  const own = nodeFileName(host);
  const rendered = chosen
    ? chosen.build(answersOf(chosen, host), host)
    : template &&
      renderTemplate(template.text, host, template.file === undefined ? {} : { file: template.file });
  if (!rendered)
    return rejected('no-document', t('documentMissing', { name: host.name }), t('documentMissingRemedy'));
  return {
    document: readNmstate(rendered.text, { file: own }),
    // Presets have no file, so values they are missing are reported for the host's document.
    problems: rendered.problems.map((problem) => ({ file: own, ...present(problem) })),
  };
}
