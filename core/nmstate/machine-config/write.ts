import type { HostDocument } from '../hosts/host-facts.ts';
import type { NmstateDocument } from '../model/document.ts';
import type { NmstateProblem } from '../model/finding.ts';
import { shortName } from '../model/host.ts';
import { serviceOf } from '../model/node-release.ts';
import { summaryOf } from '../validation/summary.ts';
import { dataUrl } from './content.ts';
import { byName, CLUSTER_FILE, dayOneDocument, type FileExtension, NODE_FOLDER } from './node-files.ts';

export interface MachineConfigOptions {
  /** Pool: `master`, `worker`, `arbiter`, or a custom one. Hosts of other roles are left out. */
  role: string;
  /** Default: `yml`, which nodes read. `yaml` is the form of the enhancement configure-ovs-alternative. */
  extension?: FileExtension;
  /** Compresses each file: for many hosts. Default: false. */
  gzip?: boolean;
  /** Written as `cluster.yml`, for hosts without a file of their own. */
  clusterFile?: NmstateDocument;
  /** One `cluster.yml` in place of a file for each host when all have the same document and none a static address. */
  oneFile?: boolean;
  openShiftVersion?: string;
  /** Default: `10-br-ex-<role>`. */
  name?: string;
  /** Largest MachineConfig, in bytes; more is split into several. Default: 1 MiB. */
  mostBytes?: number;
}

/** One MachineConfig as a manifest. */
export interface MachineConfigManifest {
  name: string;
  /** `<name>.yaml`, for the folder `openshift` of the installer's manifests. */
  file: string;
  text: string;
  /** Names of the hosts in it, in its order. */
  hosts: readonly string[];
  /** Of the text, in UTF-8. */
  bytes: number;
}

/** A file that the nodes get. */
export interface MachineConfigFile {
  path: string;
  /** Undefined for `cluster.yml`. */
  host: string | undefined;
  /** The MachineConfig that has it. */
  machineConfig: string;
  /** Of the document, before it is encoded. */
  bytes: number;
}

export interface MachineConfigs {
  manifests: readonly MachineConfigManifest[];
  hosts: readonly string[];
  files: readonly MachineConfigFile[];
  problems: readonly NmstateProblem[];
}

/** Objects of this size are no trouble anywhere; etcd refuses what has more than one and a half of it. */
const MACHINE_CONFIG_BYTES = 1024 * 1024;
const ETCD_BYTES = 1.5 * 1024 * 1024;

/**
 * The MachineConfigs that bring hosts of a role their documents: one, or several when it would be larger than
 * `mostBytes`. The same hosts give the same bytes, in whatever order they are. What is wrong with the documents
 * themselves is told by `validateHosts`.
 */
export async function machineConfigs(
  hosts: readonly HostDocument[],
  options: MachineConfigOptions,
): Promise<MachineConfigs> {
  const { role, extension = 'yml', gzip = false, mostBytes = MACHINE_CONFIG_BYTES } = options;
  const problems: NmstateProblem[] = [...namedWrong(options)];
  const own = hosts
    .filter(({ host }) => host.role === role)
    .sort((a, b) => byName(shortName(a.host.name), shortName(b.host.name)));
  const written = own.flatMap(({ host, document }) => {
    const { document: dayOne, problems: found } = dayOneDocument({ host, document });
    problems.push(...found);
    return dayOne
      ? [{ name: shortName(host.name), host: host.name as string | undefined, document: dayOne }]
      : [];
  });
  for (const [index, { name, host }] of written.entries())
    if (index > 0 && written[index - 1]!.name === name)
      problems.push(
        problem(
          'error',
          'same-file',
          `${host} and ${written[index - 1]!.host} have one file, ${name}.${extension}`,
          {
            remedy: 'Give them names that differ before the first dot.',
          },
        ),
      );
  const shared =
    options.oneFile && !options.clusterFile ? oneForAll(written.map(({ document }) => document)) : undefined;
  if (options.oneFile && !shared && written.length > 0)
    problems.push(
      problem(
        'info',
        'not-one-file',
        'The documents differ, or have static addresses: each host has a file of its own',
        {
          remedy: 'Use DHCP and the same document for all hosts of the role.',
        },
      ),
    );
  const clusterFile = options.clusterFile ?? shared;
  const entries = [
    ...(shared ? [] : written),
    ...(clusterFile ? [{ name: CLUSTER_FILE, host: undefined, document: clusterFile }] : []),
  ];
  const files = await Promise.all(
    entries.map(async ({ name, host, document }) => ({
      path: `${NODE_FOLDER}${name}.${extension}`,
      host,
      bytes: new TextEncoder().encode(document.yaml.text).length,
      text: fileText(`${NODE_FOLDER}${name}.${extension}`, await dataUrl(document.yaml.text, { gzip }), gzip),
    })),
  );
  if (files.length === 0)
    problems.push(
      problem('error', 'no-hosts', `There is no host with the role ${role}`, {
        remedy: `Name another role${rolesOf(hosts)}.`,
      }),
    );
  const parts = split(files, mostBytes - head('', role).length - 2 * (options.name ?? '10-br-ex-').length);
  const base = options.name ?? `10-br-ex-${role}`;
  const manifests = parts.map((part, index): MachineConfigManifest => {
    const name = parts.length === 1 ? base : `${base}-${letters(index)}`;
    const text = head(name, role) + part.map((file) => file.text).join('');
    return {
      name,
      file: `${name}.yaml`,
      text,
      hosts: part.flatMap(({ host }) => host ?? []),
      bytes: new TextEncoder().encode(text).length,
    };
  });
  problems.push(...tooLarge(role, manifests, gzip));
  return {
    manifests,
    hosts: own.map(({ host }) => host.name),
    files: parts.flatMap((part, index) =>
      part.map(({ path, host, bytes }) => ({ path, host, bytes, machineConfig: manifests[index]!.name })),
    ),
    problems,
  };
}

/** The order and indentation of the enhancement's examples. */
function head(name: string, role: string): string {
  return `apiVersion: machineconfiguration.openshift.io/v1
kind: MachineConfig
metadata:
  labels:
    machineconfiguration.openshift.io/role: ${role}
  name: ${name}
spec:
  config:
    ignition:
      version: 3.2.0
    storage:
      files:
`;
}

function fileText(path: string, source: string, gzip: boolean): string {
  return `      - contents:
${gzip ? '          compression: gzip\n' : ''}          source: ${source}
        mode: 0644
        overwrite: true
        path: ${path}
`;
}

/** Fills one after the other; a file that is larger by itself has one of its own. */
function split<File extends { text: string }>(files: readonly File[], most: number): File[][] {
  const parts: File[][] = [];
  let room = 0;
  for (const file of files) {
    if (parts.length === 0 || file.text.length > room) {
      parts.push([]);
      room = most;
    }
    parts.at(-1)!.push(file);
    room -= file.text.length;
  }
  return parts;
}

/** a, b, … z, aa, ab, … */
function letters(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? letters(rest - 1) : '') + String.fromCharCode(97 + (index % 26));
}

/** The one document of all hosts, when there is one that all can have. */
function oneForAll(documents: readonly NmstateDocument[]): NmstateDocument | undefined {
  const [first, ...others] = documents;
  if (!first || others.some(({ yaml }) => yaml.text !== first.yaml.text)) return undefined;
  const fixed = first.states.some((part) =>
    summaryOf(part.state).addresses.some((one) => one.static.length > 0),
  );
  return fixed ? undefined : first;
}

function namedWrong({ extension = 'yml', openShiftVersion }: MachineConfigOptions): NmstateProblem[] {
  const service = serviceOf(openShiftVersion);
  return [
    ...(extension === 'yaml'
      ? [
          problem(
            'warning',
            'extension',
            'Nodes look for names that end in .yml only: these files are ignored without a word, and br-ex is made by configure-ovs',
            {
              remedy:
                'Leave out the choice of .yaml, unless the nodes have a service of your own that reads it.',
            },
          ),
        ]
      : []),
    ...(service.reads
      ? []
      : [
          problem('error', 'release', service.note!, {
            remedy: 'Update first, or leave br-ex to configure-ovs.',
          }),
        ]),
  ];
}

function tooLarge(
  role: string,
  manifests: readonly MachineConfigManifest[],
  gzip: boolean,
): NmstateProblem[] {
  const bytes = manifests.reduce((sum, manifest) => sum + manifest.bytes, 0);
  if (bytes <= MACHINE_CONFIG_BYTES) return [];
  const level = bytes > ETCD_BYTES ? 'error' : 'warning';
  return [
    problem(
      level,
      'size',
      `The documents of the role ${role} are ${bytes} bytes together: all MachineConfigs of a pool become one rendered object, and ${
        level === 'error' ? 'etcd refuses' : 'not much is left until etcd refuses'
      } it (${ETCD_BYTES} bytes)`,
      {
        remedy: gzip
          ? 'Put some of the hosts into a pool of their own, or use cluster.yml for those with DHCP.'
          : 'Have the files compressed (gzip), or use cluster.yml for hosts with DHCP.',
      },
    ),
  ];
}

function rolesOf(hosts: readonly HostDocument[]): string {
  const roles = [...new Set(hosts.map(({ host }) => host.role))];
  return roles.length === 0 ? '' : `: there are hosts of ${roles.join(', ')}`;
}

function problem(
  level: NmstateProblem['level'],
  rule: string,
  message: string,
  { remedy }: { remedy: string },
): NmstateProblem {
  return { code: 'machine-config', level, message, remedy, rule };
}
