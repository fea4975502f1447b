import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BUILT_BY_HAND } from './built-by-hand.ts';

/**
 * How a peer is obtained: a Go package by its published name and version, a program of this folder that imports published
 * Go modules or Rust crates, a published Go package with the dependencies that a folder pins, files of a published Go
 * module, a Debian package, or source code that is built by hand outside the repository.
 */
export type Origin =
  | { kind: 'go'; package: string; version: string; ldflags?: string }
  | { kind: 'go-files'; module: string; version: string; files: RegExp }
  | { kind: 'go-program' | 'cargo-program'; folder: string; module: string; version: string }
  | {
      kind: 'go-pinned';
      folder: string;
      module: string;
      package: string;
      version: string;
      tags: string;
      ldflags?: string;
      /** Folders of the module that the program reads at run time, copied beside it. */
      assets?: readonly string[];
      /** Whether it contains C. */
      cgo?: boolean;
    }
  | { kind: 'debian'; package: string }
  | { kind: 'source'; repository: string };

/** A program of others that judges what Airlock writes. */
export interface Peer {
  name: string;
  /** Subject of its verdicts, for `docs/proof.md`. */
  judges: string;
  origin: Origin;
  /** File name of the program, or the directory of the files. */
  program: string;
  /** The variable with the path of a peer that was installed in another way. */
  variable: string;
  /** Why it can't be had by its published name; a reader of `docs/proof.md` then knows what to build. */
  unavailable?: string;
}

const HELM_VERSION = 'helm.sh/helm/v3/pkg/chartutil.k8sVersion';
/** Commits of the release branches of openshift/api. */
const OPENSHIFT_API = {
  '4.16': 'v0.0.0-20260113171308-0677a8879a46',
  '4.18': 'v0.0.0-20260105154426-319dc2e49203',
  '4.20': 'v0.0.0-20260716173118-05da40ea9855',
} as const;
/** The schemas that a cluster with the default feature set loads. */
const OPENSHIFT_CRDS =
  /^(?:config|operator|machine|machineconfiguration)\/\w+\/zz_generated\.crd-manifests\/[a-z0-9_-]+(?:-(?:SelfManagedHA-)?Default)?\.crd\.yaml$/;

/** All peers, in the order of `docs/proof.md`. */
export const PEERS = [
  {
    name: 'helm3',
    judges: 'images that charts use',
    origin: {
      kind: 'go',
      package: 'helm.sh/helm/v3/cmd/helm',
      version: 'v3.21.4',
      // As in its Makefile: the Kubernetes version of its client, by default.
      ldflags: `-X ${HELM_VERSION}Major=1 -X ${HELM_VERSION}Minor=36`,
    },
    program: 'helm',
    variable: 'HELM3',
  },
  {
    name: 'helm4',
    judges: 'images that charts use',
    origin: { kind: 'go', package: 'helm.sh/helm/v4/cmd/helm', version: 'v4.3.1' },
    program: 'helm',
    variable: 'HELM4',
  },
  {
    name: 'oc-mirror',
    judges: 'archives, cluster resources, dry runs and delete lists, both ways',
    origin: { kind: 'source', repository: 'github.com/openshift/oc-mirror' },
    program: 'oc-mirror',
    variable: 'OC_MIRROR',
    unavailable:
      'the module proxy does not serve its module; set `OC_MIRROR` to a program built from its source',
  },
  {
    name: 'opm',
    judges: 'selected catalogs',
    origin: { kind: 'source', repository: 'github.com/operator-framework/operator-registry' },
    program: 'opm',
    variable: 'OPM',
    unavailable: 'the module proxy does not serve its module; set `OPM` to a program built from its source',
  },
  {
    name: 'nmstate',
    judges: 'network documents: verdicts and generated profiles',
    origin: { kind: 'cargo-program', folder: 'peers/nmstate', module: 'nmstate', version: '2.2.62' },
    program: 'nmstate-verdict',
    variable: 'NMSTATE_VERDICT',
  },
  {
    name: 'nmcli',
    judges: 'NetworkManager profiles of network documents',
    origin: { kind: 'debian', package: 'network-manager' },
    program: 'nmcli',
    variable: 'NMCLI',
  },
  {
    name: 'NetworkManager',
    judges: 'first boots in a network namespace: addresses, MTU, MAC address and routes',
    origin: { kind: 'debian', package: 'network-manager' },
    program: 'NetworkManager',
    variable: 'NETWORK_MANAGER',
  },
  {
    name: 'olm',
    judges: 'upgrade paths of operators, in real, generated and selected catalogs',
    origin: { kind: 'source', repository: 'github.com/operator-framework/operator-lifecycle-manager' },
    program: 'olm-resolve',
    variable: 'OLM_RESOLVE',
    unavailable:
      'the module proxy does not serve its module; set `OLM_RESOLVE` to a program that prints the updates of its resolver as JSON',
  },
  {
    name: 'kube-apiserver',
    judges: 'objects that Airlock writes and applies',
    origin: {
      kind: 'go-program',
      folder: 'peers/kube-apiserver',
      module: 'k8s.io/kubernetes',
      version: 'v1.34.4',
    },
    program: 'kube-apiserver',
    variable: 'KUBE_APISERVER',
  },
  {
    name: 'etcd',
    judges: 'no cases of its own: stores the objects of kube-apiserver',
    origin: {
      kind: 'go-program',
      folder: 'peers/etcd',
      module: 'go.etcd.io/etcd/server/v3',
      version: 'v3.6.7',
    },
    program: 'etcd',
    variable: 'ETCD',
  },
  ...(['4.16', '4.18', '4.20'] as const).map((release) => ({
    name: `openshift-crds-${release}` as const,
    judges: `objects of OpenShift ${release}, by their schemas`,
    origin: {
      kind: 'go-files' as const,
      module: 'github.com/openshift/api',
      version: OPENSHIFT_API[release],
      files: OPENSHIFT_CRDS,
    },
    program: 'crds',
    variable: `OPENSHIFT_CRDS_${release.replace('.', '_')}`,
  })),
  {
    name: 'openshift-crds-techpreview',
    judges: 'day-2 changes that need a feature gate, by the schemas of TechPreviewNoUpgrade',
    origin: { kind: 'source', repository: 'github.com/openshift/api' },
    program: 'crds',
    variable: 'OPENSHIFT_CRDS_TECHPREVIEW',
    unavailable:
      'the module proxy serves no release with the gate VSphereMultiVCenterDay2; set `OPENSHIFT_CRDS_TECHPREVIEW` to a directory with the schemas of release-4.23 for TechPreviewNoUpgrade',
  },
  {
    name: 'olm-crds',
    judges: 'CatalogSources, by their schema',
    origin: {
      kind: 'go-files',
      module: 'github.com/operator-framework/api',
      version: 'v0.30.0',
      files: /^crds\/[^/]+\.yaml$/,
    },
    program: 'crds',
    variable: 'OLM_CRDS',
  },
  {
    name: 'catalogd-crds',
    judges: 'ClusterCatalogs, by their schema',
    origin: {
      kind: 'go-files',
      module: 'github.com/operator-framework/operator-controller',
      version: 'v1.2.0',
      files: /^config\/base\/catalogd\/crd\/bases\/[^/]+\.yaml$/,
    },
    program: 'crds',
    variable: 'CATALOGD_CRDS',
  },
  {
    name: 'catalogd',
    judges: 'selected catalogs, unpacked and served to OLM v1',
    origin: {
      kind: 'go-pinned',
      folder: 'peers/catalogd',
      module: 'github.com/operator-framework/operator-controller',
      package: 'github.com/operator-framework/operator-controller/cmd/catalogd',
      version: 'v1.2.0',
      tags: 'containers_image_openpgp',
    },
    program: 'catalogd',
    variable: 'CATALOGD',
  },
  {
    name: 'openshift-install',
    judges: 'install-configs',
    origin: { kind: 'source', repository: 'github.com/openshift/installer' },
    program: 'install-config-verdict',
    variable: 'INSTALL_CONFIG_VERDICT',
    unavailable:
      'its module needs the module of a provider that the proxy does not serve; set `INSTALL_CONFIG_VERDICT` to a program that prints the errors of its package validation as JSON',
  },
  {
    name: 'cloud-provider-vsphere',
    judges: 'cloud-provider-config before and after conversion',
    origin: { kind: 'source', repository: 'github.com/kubernetes/cloud-provider-vsphere' },
    program: 'cloud-config-verdict',
    variable: 'CLOUD_CONFIG_VERDICT',
    unavailable:
      'the module proxy does not serve its module; set `CLOUD_CONFIG_VERDICT` to a program that prints the result of its package config as JSON',
  },
  {
    name: 'ignition',
    judges: 'MachineConfigs',
    origin: { kind: 'go', package: 'github.com/coreos/ignition/v2/validate', version: 'v2.24.0' },
    program: 'validate',
    variable: 'IGNITION_VALIDATE',
  },
  {
    name: 'butane',
    judges: 'MachineConfigs, written and read',
    origin: { kind: 'source', repository: 'github.com/coreos/butane' },
    program: 'butane',
    variable: 'BUTANE',
    unavailable:
      'the module proxy does not serve its module; set `BUTANE` to a program built from its source',
  },
  {
    name: 'docker-registry',
    judges: 'pushes to distribution 2.8, pulls and deletions',
    origin: { kind: 'debian', package: 'docker-registry' },
    program: 'docker-registry',
    variable: 'DOCKER_REGISTRY',
  },
  {
    name: 'distribution',
    judges: 'pushes to distribution 3, pulls and deletions',
    origin: {
      kind: 'go',
      package: 'github.com/distribution/distribution/v3/cmd/registry',
      version: 'v3.1.2',
    },
    program: 'registry',
    variable: 'DISTRIBUTION',
  },
  {
    name: 'zot',
    judges: 'pushes, pulls and deletions; a destination for OCI images only',
    origin: { kind: 'source', repository: 'github.com/project-zot/zot' },
    program: 'zot',
    variable: 'ZOT',
    unavailable: 'the module proxy does not serve its module; set `ZOT` to a program built from its source',
  },
  {
    name: 'gitea',
    judges: 'pushes, pulls and deletions; a destination whose namespaces are its users',
    origin: {
      kind: 'go-pinned',
      folder: 'peers/gitea',
      module: 'code.gitea.io/gitea',
      package: 'code.gitea.io/gitea',
      version: 'v1.26.0',
      tags: 'sqlite,sqlite_unlock_notify',
      ldflags: '-X main.Version=1.26.0',
      assets: ['options', 'templates'],
      cgo: true,
    },
    program: 'gitea',
    variable: 'GITEA',
  },
  {
    name: 'crane',
    judges: 'pushes, pulls and deletions; a destination without mounts',
    origin: { kind: 'go', package: 'github.com/google/go-containerregistry/cmd/crane', version: 'v0.22.1' },
    program: 'crane',
    variable: 'CRANE',
  },
  {
    name: 'cosign',
    judges: 'signatures, both ways: as tags, bundles and attestations',
    origin: { kind: 'go', package: 'github.com/sigstore/cosign/v2/cmd/cosign', version: 'v2.6.5' },
    program: 'cosign',
    variable: 'COSIGN',
  },
  {
    name: 'skopeo',
    judges: 'signatures in lookasides, both ways, by policy.json',
    origin: { kind: 'debian', package: 'skopeo' },
    program: 'skopeo',
    variable: 'SKOPEO',
  },
  {
    name: 'gpg',
    judges: 'release signatures and detached signatures, both ways',
    origin: { kind: 'debian', package: 'gpg' },
    program: 'gpg',
    variable: 'GPG',
  },
  {
    name: 'graph-builder',
    judges: 'releases and the graph-data image in an update service, and the upgrade paths of releases',
    origin: { kind: 'source', repository: 'github.com/openshift/cincinnati' },
    program: 'graph-builder',
    variable: 'GRAPH_BUILDER',
    unavailable: 'no registry has its crate; set `GRAPH_BUILDER` to a program built from its source',
  },
  {
    name: 'policy-engine',
    judges: 'no cases of its own: answers requests for the graph of graph-builder',
    origin: { kind: 'source', repository: 'github.com/openshift/cincinnati' },
    program: 'policy-engine',
    variable: 'POLICY_ENGINE',
    unavailable: 'no registry has its crate; set `POLICY_ENGINE` to a program built from its source',
  },
  {
    name: 'nmstate-crds',
    judges: 'node network policies, by their schema',
    origin: { kind: 'source', repository: 'github.com/nmstate/kubernetes-nmstate' },
    program: 'crds',
    variable: 'NMSTATE_CRDS',
    unavailable:
      'the module proxy does not serve its module; set `NMSTATE_CRDS` to `deploy/crds` of its source',
  },
  {
    name: 'update-service-crds',
    judges: 'UpdateServices, by their schema',
    origin: { kind: 'source', repository: 'github.com/openshift/cincinnati-operator' },
    program: 'crds',
    variable: 'UPDATE_SERVICE_CRDS',
    unavailable:
      'the module proxy does not serve its module; set `UPDATE_SERVICE_CRDS` to `config/crd/bases` of its source',
  },
  {
    name: 'vcsim',
    judges: 'tests of vCenters: certificates and logins, without lists of objects',
    origin: { kind: 'source', repository: 'github.com/vmware/govmomi' },
    program: 'vcsim',
    variable: 'VCSIM',
    unavailable:
      'the module proxy serves only version 0.18.0 of 2018, which has no REST API; set `VCSIM` to a program built from the folder `vcsim` of its source',
  },
] as const satisfies Peer[];

/** Judges that could not be had, each with the reason for `docs/proof.md`. */
export const UNAVAILABLE: readonly { name: string; judges: string; reason: string }[] = [
  {
    name: 'openshift-install (checks with a vCenter)',
    judges: 'tests of vCenters, and the output of `create manifests` with simulated vCenters',
    reason:
      'The part of openshift-install that connects (`ValidateForProvisioning`) cannot be built. The peer vcsim accepts and rejects logins, but its REST API has no lists of datacenters, clusters, datastores, networks, folders and resource pools, so that look-alike servers judge them. The peer openshift-install writes the manifests for one, two and three vCenters without a connection.',
  },
  {
    name: 'openshift-install (the program)',
    judges: 'the output of `create manifests`',
    reason:
      'Its module needs the module of a provider that the proxy does not serve. The peer openshift-install runs its code for the manifests of proxy, network, ingress, scheduler, certificates, mirrors, infrastructure and vSphere.',
  },
  {
    name: 'NetworkManager with Open vSwitch',
    judges: 'the first boot of a host with br-ex',
    reason:
      "A network namespace, NetworkManager and Open vSwitch's daemons are available, but Debian 12 builds NetworkManager 1.42 without its Open vSwitch plugin: it accepts the profiles, and fails to activate them with \"NetworkManager plugin for 'ovs-interface' unavailable\". The peer nmcli reads the profiles of br-ex, and the peer NetworkManager boots the networks of the first boot, which don't have br-ex yet. The script configure-ovs.sh can't run for the same reason: the states of its nodes are derived from it line by line (`core/nmstate/migration/node-states.fixture.ts`), and the peer nmstate reads them.",
  },
  {
    name: 'Forgejo',
    judges: 'pushes, pulls and deletions',
    reason: 'The module proxy does not serve its module. Gitea, from which it was forked, is a peer.',
  },
];

export type PeerName = (typeof PEERS)[number]['name'];

/** A peer that is present. */
export interface Program {
  /** Path of the program, or of the directory of the files. */
  file: string;
  version: string;
  /** {@link checksumOf} the program or directory, hexadecimal. */
  checksum: string;
}

/** The directory with peers, outside the repository: `$AIRLOCK_PEERS`, by default `~/.cache/airlock-peers`. */
export function peerCache(): string {
  return (
    process.env.AIRLOCK_PEERS ||
    join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'airlock-peers')
  );
}

/** Returns the directory of a version of a peer in the cache. */
export function peerDirectory({ name, origin }: Peer): string {
  return join(peerCache(), 'version' in origin ? `${name}-${origin.version}` : name);
}

/** Returns a peer of the list. */
export function peerNamed(name: string): Peer | undefined {
  return PEERS.find((peer) => peer.name === name);
}

const found = new Map<string, Promise<Program | undefined>>();

/** Returns the program of a peer: of its variable, the cache, or, for Debian packages, the PATH. Undefined if it is missing. */
export function findPeer(peer: Peer): Promise<Program | undefined> {
  const program = found.get(peer.name) ?? lookUp(peer);
  found.set(peer.name, program);
  return program;
}

async function lookUp(peer: Peer): Promise<Program | undefined> {
  const given = process.env[peer.variable];
  if (given) {
    if (!existsSync(given)) throw new Error(`${peer.variable}: ${given} doesn't exist`);
    const checksum = await checksumOf(given);
    const origin = BUILT_BY_HAND[checksum]?.commit ?? 'unknown origin';
    return { file: given, version: `${origin}, sha256 ${checksum.slice(0, 16)}…`, checksum };
  }
  if (peer.origin.kind === 'debian') {
    const file = (process.env.PATH ?? '')
      .split(delimiter)
      .map((directory) => join(directory, peer.program))
      .find(existsSync);
    return file
      ? { file, version: debianVersion(peer.origin.package), checksum: await checksumOf(file) }
      : undefined;
  }
  const file = join(peerDirectory(peer), peer.program);
  if (!existsSync(file) || peer.origin.kind === 'source') return undefined;
  const checksum = await checksumOf(file);
  const record = JSON.parse(readFileSync(join(peerDirectory(peer), 'record.json'), 'utf8')) as Program;
  if (record.checksum !== checksum)
    throw new Error(`${file} has changed since it was built. Build it again: npm run peers -- ${peer.name}`);
  return { file, version: peer.origin.version, checksum };
}

/** Returns the SHA-256 of a file, or of the names and contents of the files in a directory. */
export async function checksumOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  if (statSync(path).isDirectory())
    for (const name of readdirSync(path).sort())
      hash.update(`${name}\0`).update(readFileSync(join(path, name)));
  else await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

function debianVersion(name: string): string {
  const status = readFileSync('/var/lib/dpkg/status', 'utf8');
  const entry = status.split('\n\n').find((each) => each.startsWith(`Package: ${name}\n`));
  return /^Version: (.+)$/m.exec(entry ?? '')?.[1] ?? 'unknown';
}
