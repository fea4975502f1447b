import type { HostDocument } from '../hosts/host-facts.ts';
import type { NmstateDocument } from '../model/document.ts';
import type { NmstateProblem } from '../model/finding.ts';
import { shortName } from '../model/host.ts';
import { serviceOf } from '../model/node-release.ts';
import { summaryOf } from '../validation/summary.ts';
import { dataUrl } from './content.ts';
import { t } from './messages.ts';
import { byName, CLUSTER_FILE, dayOneDocument, type FileExtension, NODE_FOLDER } from './node-files.ts';

export interface MachineConfigOptions {
  /** Pool: `master`, `worker`, `arbiter`, or a custom one. Hosts of other roles are ignored. */
  role: string;
  /** Default: `yml`, which nodes read. The enhancement configure-ovs-alternative uses `yaml`. */
  extension?: FileExtension;
  /** Compresses each file, for many hosts. Default: false. */
  gzip?: boolean;
  /** Written as `cluster.yml`, for hosts without a file of their own. */
  clusterFile?: NmstateDocument;
  /** One `cluster.yml` instead of one file per host, if all hosts have the same document without static addresses. */
  oneFile?: boolean;
  openShiftVersion?: string;
  /** Default: `10-br-ex-<role>`. */
  name?: string;
  /** Maximum size of a MachineConfig in bytes. Larger ones are split. Default: 1 MiB. */
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
  /** Size of the text in UTF-8. */
  bytes: number;
}

/** A file on the nodes. */
export interface MachineConfigFile {
  path: string;
  /** Undefined for `cluster.yml`. */
  host: string | undefined;
  /** The MachineConfig that contains the file. */
  machineConfig: string;
  /** Size of the document before it is encoded. */
  bytes: number;
}

export interface MachineConfigs {
  manifests: readonly MachineConfigManifest[];
  hosts: readonly string[];
  files: readonly MachineConfigFile[];
  problems: readonly NmstateProblem[];
}

/** A size that is safe everywhere. etcd rejects objects of more than 1.5 times this size. */
const MACHINE_CONFIG_BYTES = 1024 * 1024;
const ETCD_BYTES = 1.5 * 1024 * 1024;

/**
 * Returns the MachineConfigs with the documents of the hosts of a role: one, or several if it would exceed `mostBytes`. The
 * same hosts result in the same bytes, in any order. `validateHosts` checks the documents themselves.
 */
export async function machineConfigs(
  hosts: readonly HostDocument[],
  options: MachineConfigOptions,
): Promise<MachineConfigs> {
  const { role, extension = 'yml', gzip = false, mostBytes = MACHINE_CONFIG_BYTES } = options;
  const problems: NmstateProblem[] = [...optionProblems(options)];
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
          t('fileShared', {
            host: host ?? '',
            other: written[index - 1]!.host ?? '',
            file: `${name}.${extension}`,
          }),
          t('fileSharedRemedy'),
        ),
      );
  const shared =
    options.oneFile && !options.clusterFile ? oneForAll(written.map(({ document }) => document)) : undefined;
  if (options.oneFile && !shared && written.length > 0)
    problems.push(problem('info', 'not-one-file', t('oneFileImpossible'), t('oneFileImpossibleRemedy')));
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
      problem(
        'error',
        'no-hosts',
        t('hostsMissing', { role }),
        hosts.length === 0
          ? t('hostsMissingRemedy')
          : t('hostsMissingRolesRemedy', { roles: rolesOf(hosts).join(', ') }),
      ),
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

/** Returns the first lines of a MachineConfig, in the order and indentation of the enhancement's examples. */
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

/** The mode is decimal: 0644 is an octal number in YAML 1.1 and a decimal one in YAML 1.2. */
function fileText(path: string, source: string, gzip: boolean): string {
  return `      - contents:
${gzip ? '          compression: gzip\n' : ''}          source: ${source}
        mode: 420
        overwrite: true
        path: ${path}
`;
}

/** Fills one part after the other. A file that is larger than a part gets its own. */
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

/** Returns the document that all hosts can share; undefined if there is none. */
function oneForAll(documents: readonly NmstateDocument[]): NmstateDocument | undefined {
  const [first, ...others] = documents;
  if (!first || others.some(({ yaml }) => yaml.text !== first.yaml.text)) return undefined;
  const fixed = first.states.some((part) =>
    summaryOf(part.state).addresses.some((one) => one.static.length > 0),
  );
  return fixed ? undefined : first;
}

function optionProblems({ extension = 'yml', openShiftVersion }: MachineConfigOptions): NmstateProblem[] {
  const service = serviceOf(openShiftVersion);
  return [
    ...(extension === 'yaml'
      ? [problem('warning', 'extension', t('extensionChosen'), t('extensionChosenRemedy'))]
      : []),
    ...(service.reads ? [] : [problem('error', 'release', service.note!, t('releaseRemedy'))]),
  ];
}

function tooLarge(
  role: string,
  manifests: readonly MachineConfigManifest[],
  gzip: boolean,
): NmstateProblem[] {
  const bytes = manifests.reduce((sum, manifest) => sum + manifest.bytes, 0);
  if (bytes <= MACHINE_CONFIG_BYTES) return [];
  const exceeds = bytes > ETCD_BYTES;
  return [
    problem(
      exceeds ? 'error' : 'warning',
      'size',
      t(exceeds ? 'tooLarge' : 'nearlyTooLarge', { role, bytes, limit: ETCD_BYTES }),
      gzip ? t('tooLargeCompressedRemedy') : t('tooLargeRemedy'),
    ),
  ];
}

function rolesOf(hosts: readonly HostDocument[]): string[] {
  return [...new Set(hosts.map(({ host }) => host.role))];
}

function problem(
  level: NmstateProblem['level'],
  rule: string,
  message: string,
  remedy: string,
): NmstateProblem {
  return { code: 'machine-config', level, message, remedy, rule };
}
