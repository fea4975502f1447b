import { type JudgedNode, judgeNodes, type ReportedNode } from '../gather/judge-nodes.ts';
import type { HostDocument } from '../hosts/host-facts.ts';
import { roleByName } from '../hosts/role.ts';
import { byName, CLUSTER_FILE } from '../machine-config/node-files.ts';
import { type MachineConfigs, machineConfigs } from '../machine-config/write.ts';
import type { ClusterNetwork } from '../model/cluster-network.ts';
import { readNmstate } from '../model/document.ts';
import type { NmstateProblem } from '../model/finding.ts';
import { type Host, nodeFileName } from '../model/host.ts';
import { modelOf } from '../model/model.ts';
import { asInt, asText } from '../model/values.ts';
import { validateHosts } from '../validation/validate-hosts.ts';
import { type DayOneDraft, dayOneDraft, uplinksOf } from './day-one-draft.ts';
import { t } from './messages.ts';
import type { Migration, MigrationFile, MigrationNode } from './model.ts';
import { migrationProblem, obstaclesOf } from './obstacles.ts';
import { readmeOf } from './readme.ts';
import { migrationSteps, type PoolNodes, rollbackSteps } from './steps.ts';

export interface MigrationOptions {
  cluster?: Partial<ClusterNetwork> | undefined;
  /** Release of the nodes. */
  openShiftVersion?: string | undefined;
  /** Pool of nodes whose pool neither the cluster nor the name shows. */
  role?: string | undefined;
}

/** A node with its document. */
interface Drafted {
  host: Host & { role: string };
  draft: DayOneDraft;
}

/** The first release whose nodes remove the bridge of configure-ovs (machine-config-operator #5064, OCPBUGS-57484). */
const FIRST_MINOR = 20;

/**
 * Returns the day-1 documents, MachineConfigs, steps and rollback for nodes whose br-ex comes from configure-ovs. Nodes that
 * can't be migrated are listed with the reason. A document with errors blocks its node.
 */
export async function migrateNodes(
  reported: readonly ReportedNode[],
  { cluster = {}, openShiftVersion, role: otherwise }: MigrationOptions = {},
): Promise<Migration> {
  const nodes = reported.map((node) => ({ ...node, pool: node.pool ?? roleByName(node.name) ?? otherwise }));
  const judged = judgeNodes(nodes, cluster);
  const found = nodes.map((node, index) => verdictOf(node, judged[index]!, cluster));
  const drafted = validated(found, cluster, openShiftVersion);
  const problems = versionProblems(openShiftVersion);
  const pools = [...new Set(drafted.map(({ host }) => host.role))].sort(byRestart);
  const parts = await Promise.all(
    pools.map((role) =>
      poolPart(
        role,
        drafted.filter(({ host }) => host.role === role),
        found,
        openShiftVersion,
      ),
    ),
  );
  problems.push(...parts.flatMap((part) => part.problems.filter(({ rule }) => rule !== 'release')));
  if (drafted.length === 0)
    problems.push(migrationProblem('nothing-ready', t('nothingReady'), t('nothingReadyRemedy'), 'warning'));
  const fileOf = new Map(
    parts.flatMap(({ documents }) =>
      documents.flatMap((document) => document.document!.hosts.map((host) => [host, document.file] as const)),
    ),
  );
  const listed = found.map(({ node }) => ({ ...node, file: fileOf.get(node.name) }));
  const restarts: PoolNodes[] = parts.map(({ pool }) => pool);
  const onNodes = (name: string) => fileOf.get(name)!.split('/').at(-1)!;
  const [steps, rollback] =
    restarts.length === 0 ? [[], []] : [migrationSteps(restarts), rollbackSteps(restarts, onNodes)];
  const files = parts.flatMap(({ manifests, documents }) => [...manifests, ...documents]);
  const result = { nodes: listed, files, steps, rollback, problems };
  if (files.length === 0) return result;
  const readme = { file: 'README.md', about: t('readmeFile'), text: readmeOf(result) };
  return { ...result, files: [readme, ...files] };
}

interface Found {
  node: MigrationNode & { problems: NmstateProblem[] };
  drafted: Drafted | undefined;
}

function verdictOf(node: ReportedNode, judged: JudgedNode, cluster: Partial<ClusterNetwork>): Found {
  const { uplink, addresses, automatic, mtu } = judged;
  const base = { name: node.name, role: node.pool, uplink, addresses, automatic, mtu };
  if (judged.createdBy === 'nmstate') {
    const done = migrationProblem('done', t('nodeDone', { node: node.name }), t('nodeDoneRemedy'), 'info');
    return { node: { ...base, verdict: 'done', problems: [done] }, drafted: undefined };
  }
  const problems = obstaclesOf(node, judged);
  if (problems.length > 0) return { node: { ...base, verdict: 'blocked', problems }, drafted: undefined };
  const draft = dayOneDraft(node.state!, cluster);
  const host = { ...hostOf(node, draft), role: node.pool! };
  return { node: { ...base, verdict: 'ready', problems: [], host }, drafted: { host, draft } };
}

/** Returns the machine of a node with the NICs below br-ex. */
function hostOf({ name, pool, state }: ReportedNode, { addresses }: DayOneDraft): Host {
  const { chain } = uplinksOf(state!);
  const nics = modelOf(state).interfaces.filter(
    (iface) => iface.type === 'ethernet' && chain.includes(iface.name),
  );
  return {
    name,
    role: pool!,
    nics: nics.map((iface) => ({
      name: iface.name,
      mac: (asText(iface.fields['permanent-mac-address']) ?? iface.mac)?.toLowerCase(),
      maxMtu: asInt(iface.fields['max-mtu']),
    })),
    addresses,
    variables: {},
  };
}

/** Checks all documents together. Errors block their nodes, and warnings stay with them. */
function validated(
  found: readonly Found[],
  cluster: Partial<ClusterNetwork>,
  openShiftVersion: string | undefined,
): Drafted[] {
  const candidates = found.filter(({ drafted }) => drafted !== undefined);
  const documents = candidates.map(({ drafted }) => documentOf(drafted!, nodeFileName(drafted!.host)));
  const known: ClusterNetwork = {
    ...{ machineNetworks: [], apiVips: [], ingressVips: [], serviceNetworks: [], clusterNetworks: [] },
    ...cluster,
  };
  const { hosts } = validateHosts(
    documents,
    known,
    openShiftVersion === undefined ? {} : { openShiftVersion },
  );
  for (const [index, { problems }] of hosts.entries()) {
    const { node } = candidates[index]!;
    node.problems.push(...problems.filter(({ level }) => level !== 'info'));
    if (problems.some(({ level }) => level === 'error')) node.verdict = 'blocked';
  }
  return candidates.filter(({ node }) => node.verdict === 'ready').map(({ drafted }) => drafted!);
}

function documentOf({ host, draft }: Drafted, file: string): HostDocument {
  return { host, document: readNmstate(draft.text, { file }) };
}

interface PoolPart {
  pool: PoolNodes;
  manifests: MigrationFile[];
  documents: MigrationFile[];
  problems: MachineConfigs['problems'];
}

async function poolPart(
  role: string,
  members: readonly Drafted[],
  all: readonly Found[],
  openShiftVersion: string | undefined,
): Promise<PoolPart> {
  const folder = `documents/${role}`;
  const sorted = [...members].sort((a, b) => byName(a.host.name, b.host.name));
  const shared = sharedText(role, sorted, all);
  const own = sorted.filter(({ draft }) => draft.text !== shared);
  const others = sorted.filter(({ draft }) => draft.text === shared);
  // Nodes with NMState already have a MachineConfig with the usual name.
  const isMixed = all.some(({ node }) => node.role === role && node.verdict === 'done');
  const name = `${isMixed ? '11' : '10'}-br-ex-${role}`;
  const made = await machineConfigs(
    own.map((each) => documentOf(each, nodeFileName(each.host))),
    {
      role,
      name,
      clusterFile: shared === undefined ? undefined : readNmstate(shared, { file: `${CLUSTER_FILE}.yml` }),
      openShiftVersion,
    },
  );
  const documents = [
    ...(shared === undefined
      ? []
      : [
          {
            file: `${folder}/${CLUSTER_FILE}.yml`,
            about: t('sharedFile', { hosts: others.length, role }),
            text: shared,
            document: {
              role,
              hosts: others.map(({ host }) => host.name),
              decisions: others[0]!.draft.decisions,
            },
          },
        ]),
    ...own.map(({ host, draft }) => ({
      file: `${folder}/${nodeFileName(host)}`,
      about: t('documentFile', { host: host.name }),
      text: draft.text,
      document: { role, hosts: [host.name], decisions: draft.decisions },
    })),
  ];
  return {
    pool: {
      role,
      nodes: sorted.map(({ host }) => host.name),
      machineConfigs: made.manifests.map(({ name: each, file }) => ({ name: each, file })),
      documents: folder,
    },
    manifests: made.manifests.map(({ file, text }) => ({
      file,
      about: t('machineConfigFile', { role }),
      text,
    })),
    documents,
    problems: made.problems,
  };
}

/**
 * Returns the document that most hosts of a pool share; undefined if no two do. `cluster.yml` applies to every node without
 * its own file, so it requires that the pool has no other nodes. Nodes of custom pools also get the files of workers.
 */
function sharedText(role: string, members: readonly Drafted[], all: readonly Found[]): string | undefined {
  if (role !== 'master' && role !== 'worker') return undefined;
  const affected = all.filter(
    ({ node }) =>
      node.role === role || (role === 'worker' && node.role !== 'master' && node.role !== 'arbiter'),
  );
  if (affected.some(({ node }) => node.verdict !== 'ready')) return undefined;
  const counts = Map.groupBy(
    members.filter(({ draft }) => draft.addresses.length === 0),
    ({ draft }) => draft.text,
  );
  const [most] = [...counts.values()].sort((a, b) => b.length - a.length);
  return most && most.length > 1 ? most[0]!.draft.text : undefined;
}

/** Workers restart first, because control plane nodes are the greater risk. */
function byRestart(a: string, b: string): number {
  const rank = (role: string) => (role === 'master' ? 2 : role === 'arbiter' ? 1 : 0);
  return rank(a) - rank(b) || byName(a, b);
}

function versionProblems(version: string | undefined): NmstateProblem[] {
  const minor = Number(/^\s*v?4\.(\d+)/.exec(version ?? '')?.[1] ?? Number.NaN);
  if (Number.isNaN(minor))
    return [migrationProblem('version', t('versionUnknown'), t('versionUnknownRemedy'), 'warning')];
  return minor < FIRST_MINOR
    ? [migrationProblem('version', t('versionTooOld', { version: version! }), t('versionTooOldRemedy'))]
    : [];
}
