import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import type { WorkingFiles } from '../core/base/collected/collected.ts';
import { ACCEPT_MANIFESTS } from '../core/base/image/media-types.ts';
import { inFolder } from '../core/content/catalog/catalog.fixture.ts';
import type { UpdateRisk } from '../core/content/release/update-graph.ts';
import { buildGraphImage } from '../core/content/resources/graph-image.ts';
import { GRAPH_DATA_FOLDER } from '../core/content/resources/graph-layer.ts';
import { newRig, toDisk, toRegistry } from '../core/mirror/mirror.fixture.ts';
import { uploadAll } from '../core/mirror/referrers.fixture.ts';
import { dockerRegistry } from '../core/registry/exchange/registry.fixture.ts';
import { type BuiltImage, builtImage, builtList } from '../core/test-world/built-image.ts';
import { layer } from '../core/test-world/layer.ts';
import type { ReleaseFacts } from '../core/upgrade/ocp/from-graph-data.ts';
import { readUpdateService } from '../core/upgrade/ocp/from-update-service.ts';
import type { OcpEdge, OcpGraph } from '../core/upgrade/ocp/graph.ts';
import { openGraph } from '../core/upgrade/ocp/open-graph.ts';
import { storedReleaseFacts } from '../core/upgrade/sources/release-facts.ts';
import { findPeer, type Program, peerNamed } from './peers.ts';
import { startUpdateService, type UpdateService } from './update-service.ts';
import { judgedBy } from './verdicts.ts';

const GRAPH_DATA = new URL('../../shared/data/cincinnati/graph-data.tar.gz', import.meta.url).pathname;
const MINORS = { amd64: /^4\.(15|16)\./, multi: /^4\.16\./ };
const CHANNELS = /-4\.1[4567]$/;
const REPOSITORY = 'openshift/release-images';

/** A release with the versions that its metadata lists. */
type Release = ReleaseFacts & { architecture: 'amd64' | 'multi' };

/** Returns a release image with only its metadata, which is all that graph-builder reads. */
function releaseImage({ version, previous, architecture, errata }: Release): BuiltImage {
  const metadata = {
    kind: 'cincinnati-metadata-v0',
    version,
    previous,
    metadata: {
      url: errata,
      'release.openshift.io/architecture': architecture === 'multi' ? 'multi' : undefined,
    },
  };
  const files = [{ name: 'release-manifests/release-metadata', content: JSON.stringify(metadata) }];
  const image = (of: string) => builtImage({ architecture: of, layers: [layer(files)] });
  return architecture === 'multi' ? builtList([image('amd64'), image('arm64')]) : image(architecture);
}

/** The content of a channel in a comparable form. Updates are `FROM TO`. */
interface Channel {
  versions: string[];
  updates: string[];
  /** With their risks. */
  conditional: Record<string, object[]>;
}

/** Returns a channel in the response of the policy engine. */
function servedChannel(body: Buffer): Channel {
  const graph = JSON.parse(String(body)) as {
    nodes: { version: string }[];
    edges: [number, number][];
    conditionalEdges: { edges: { from: string; to: string }[]; risks: UpdateRisk[] }[];
  };
  const name = (at: number) => graph.nodes[at]!.version;
  const conditional = new Map<string, UpdateRisk[]>();
  for (const { edges, risks } of graph.conditionalEdges)
    for (const { from, to } of edges)
      conditional.set(`${from} ${to}`, [...(conditional.get(`${from} ${to}`) ?? []), ...risks]);
  return {
    versions: graph.nodes.map(({ version }) => version).sort(),
    updates: graph.edges.map(([from, to]) => `${name(from)} ${name(to)}`).sort(),
    conditional: comparable(conditional),
  };
}

/** Returns a channel in Airlock's graph, of releases that exist. */
function shownChannel(graph: OcpGraph, channel: string, existing: ReadonlySet<string>): Channel {
  const within = new Set(
    graph.nodes.flatMap(({ version, channels }) =>
      channels.includes(channel) && existing.has(version) ? version : [],
    ),
  );
  const edges = graph.edges.filter(({ from, to }) => within.has(from) && within.has(to));
  expect(edges.filter(({ suggested }) => suggested)).toEqual([]);
  const nameOf = ({ from, to }: OcpEdge) => `${from} ${to}`;
  return {
    versions: [...within].sort(),
    updates: edges.flatMap((edge) => (edge.risks.length === 0 ? nameOf(edge) : [])).sort(),
    conditional: comparable(
      new Map(edges.flatMap((edge) => (edge.risks.length > 0 ? [[nameOf(edge), edge.risks]] : []))),
    ),
  };
}

function comparable(risks: ReadonlyMap<string, readonly UpdateRisk[]>): Record<string, object[]> {
  return Object.fromEntries(
    [...risks].map(([edge, all]) => [
      edge,
      all
        .map(({ name, url, message, matchingRules }) => ({
          ...{ name, url, message },
          matchingRules: matchingRules.map(({ type, promql }) => (promql ? { type, promql } : { type })),
        }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    ]),
  );
}

/** Returns the number of versions and updates that a channel contains. */
function sizeOf({ versions, updates, conditional }: Channel): number {
  return versions.length + updates.length + Object.keys(conditional).length;
}

/** Writes the graph data in an image that Airlock builds into a directory, and returns its path. */
async function extracted(graphData: Buffer, folder: string): Promise<string> {
  const base = builtImage({ layers: [layer([{ name: 'etc/os-release', content: 'RHEL' }])] });
  const { digest, mediaType, bytes } = base;
  const configs = new Map(base.blobs.map((blob) => [blob.digest, blob.bytes]));
  const image = await buildGraphImage(
    { option: '--base', manifest: { digest, mediaType, bytes }, instances: new Map(), configs },
    graphData,
  );
  const added = image.blobs.find(({ descriptor }) => descriptor.mediaType.includes('tar'))!;
  return unpacked(added.bytes, folder);
}

function unpacked(bytes: Buffer, folder: string): string {
  const root = join(folder, 'graph-image');
  mkdirSync(root);
  execFileSync('tar', ['-xzf', '-', '-C', root], { input: bytes });
  return join(root, GRAPH_DATA_FOLDER);
}

/** Returns a release to which all earlier ones update. */
function generated(version: string, architecture: 'amd64' | 'multi'): Release {
  const previous = VERSIONS.slice(0, VERSIONS.indexOf(version));
  return { version, architecture, previous, errata: `https://errata.example/${version}` };
}

const VERSIONS = Array.from({ length: 10 }, (_, at) => `4.16.${at}`);
const CONDITION = 'url: https://risk.example\nmessage: A risk.\nmatchingRules:\n- type: Always\n';
const PROMQL =
  'url: https://promql.example\nmessage: A query.\nmatchingRules:\n- type: PromQL\n  promql:\n    promql: up == 0\n';
/** Graph data with each form of a rule. */
const RULES = {
  version: '1.2.0\n',
  'channels/stable-4.16.yaml': `name: stable-4.16\nversions:\n${VERSIONS.map((version) => `- ${version}\n`).join('')}`,
  'channels/fast-4.16.yaml':
    'name: fast-4.16\nfeeder:\n  name: stable-4.16\n  delay: PT48H\ntombstones:\n- 4.16.8\nversions:\n- 4.16.0\n- 4.16.1+amd64\n- 4.16.2+multi\n- 4.16.3\n- 4.16.4\n- 4.16.6\n- 4.16.8\n- 4.16.9\n- 4.16.7+arm64\n',
  'blocked-edges/4.16.2-blocked.yaml': 'to: 4.16.2\nfrom: 4[.]16[.]0\n',
  'blocked-edges/4.16.1-anchored.yaml': 'to: 4.16.1\nfrom: ^4[.]16[.]0$\n',
  'blocked-edges/4.16.3-architecture.yaml': 'to: 4.16.3\nfrom: ^4[.]16[.]2[+]amd64$\n',
  'blocked-edges/4.16.4-amd64.yaml': `to: 4.16.4+amd64\nfrom: 4[.]16[.][01]\nname: AmdRisk\n${CONDITION}`,
  'blocked-edges/4.16.5-one.yaml': `to: 4.16.5\nfrom: .*\nname: One\n${CONDITION}`,
  'blocked-edges/4.16.5-two.yaml': `to: 4.16.5\nfrom: 4[.]16[.]3.*\nname: Two\nfixedIn: 4.16.6\n${PROMQL}`,
  'blocked-edges/4.16.6-both.yaml': 'to: 4.16.6\nfrom: 4[.]16[.]1.*\n',
  'blocked-edges/4.16.6-risk.yaml': `to: 4.16.6\nfrom: 4[.]16[.][12].*\nname: Both\n${CONDITION}`,
  'blocked-edges/4.16.7-incomplete.yaml':
    'to: 4.16.7\nfrom: 4[.]16[.]4.*\nname: Incomplete\nurl: https://risk.example\n',
  'blocked-edges/4.16.7-missing.yaml': `to: 4.16.7\nfrom: 4[.]15[.].*\nname: Missing\n${CONDITION}`,
  'raw/metadata.json': JSON.stringify({
    '4.16.7': { 'io.openshift.upgrades.graph.previous.remove': '4.16.0, 4.16.1' },
    '4.16.8': { 'io.openshift.upgrades.graph.previous.remove': '*' },
    '4.16.9': {
      'io.openshift.upgrades.graph.next.remove': '4.16.0',
      'io.openshift.upgrades.graph.previous.remove_regex': '4[.]16[.][01]',
    },
    '4.16.1': {
      'io.openshift.upgrades.graph.next.remove': '4.16.9',
      'io.openshift.upgrades.graph.next.add': '4.16.8,4.17.0',
    },
    '4.16.2': { 'io.openshift.upgrades.graph.next.remove': '4.16.9' },
  }),
};

/** Starts the update service of the peers. */
async function serve(
  graphBuilder: Program,
  source: { registry: string; graphData: string; folder: string },
): Promise<UpdateService> {
  const policyEngine = (await findPeer(peerNamed('policy-engine')!))!;
  return startUpdateService({ graphBuilder, policyEngine }, { ...source, repository: REPOSITORY });
}

/** Returns generated releases with the versions of real graph data, and the updates that its build-suggestions allow. */
async function generatedReleases(architecture: keyof typeof MINORS): Promise<Release[]> {
  const { nodes, edges, blocked } = await openGraph(GRAPH_DATA, { architecture });
  const previous = Map.groupBy([...edges, ...blocked], ({ to }) => to);
  return nodes
    .filter(({ version }) => MINORS[architecture].test(version))
    .map(({ version }) => ({
      version,
      architecture,
      previous: (previous.get(version) ?? []).map(({ from }) => from),
      errata: `https://access.redhat.example/errata/${version}`,
    }));
}

async function pushReleases(host: string, releases: readonly Release[]): Promise<void> {
  const rest = releases.values();
  const worker = async () => {
    for (const release of rest) {
      const machine = release.architecture === 'multi' ? 'multi' : 'x86_64';
      await uploadAll(host, REPOSITORY, releaseImage(release), `${release.version}-${machine}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

/** Serves generated releases with graph data. @param work gets Airlock's graph of an architecture, too */
async function withGeneratedData(
  peer: Program,
  files: Record<string, string>,
  work: (
    service: UpdateService,
    graphOf: (architecture: 'amd64' | 'multi') => Promise<OcpGraph>,
  ) => Promise<void>,
): Promise<void> {
  await inFolder(async (folder) => {
    await using registry = await dockerRegistry();
    const releases = {
      amd64: VERSIONS.map((version) => generated(version, 'amd64')),
      multi: VERSIONS.map((version) => generated(version, 'multi')),
    };
    await pushReleases(registry.host, [...releases.amd64, ...releases.multi]);
    const graphData = join(folder, 'graph-data');
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(graphData, name)), { recursive: true });
      writeFileSync(join(graphData, name), content);
    }
    await using service = await serve(peer, { registry: registry.host, graphData, folder });
    await work(service, (architecture) =>
      openGraph(graphData, { architecture, releases: releases[architecture] }),
    );
  });
}

await judgedBy(
  'graph-builder',
  ({ agrees, differs, notRun }) => {
    const withRealData = 'the update service has the paths of real graph data, with generated releases';
    if (!existsSync(GRAPH_DATA))
      notRun(withRealData, "This host doesn't have the graph data of ../shared/data/cincinnati.");
    else
      agrees(withRealData, async (peer, cases) => {
        await inFolder(async (folder) => {
          await using registry = await dockerRegistry();
          const releases = {
            amd64: await generatedReleases('amd64'),
            multi: await generatedReleases('multi'),
          };
          await pushReleases(registry.host, [...releases.amd64, ...releases.multi]);
          const graphData = await extracted(readFileSync(GRAPH_DATA), folder);
          await using service = await serve(peer, { registry: registry.host, graphData, folder });
          let [count, conditional] = [0, 0];
          for (const architecture of ['amd64', 'multi'] as const) {
            const graph = await openGraph(graphData, { architecture, releases: releases[architecture] });
            const existing = new Set(releases[architecture].map(({ version }) => version));
            for (const channel of graph.channels.filter((name) => CHANNELS.test(name))) {
              const body = await service.graph(channel, architecture);
              const served = servedChannel(body);
              const of = { channel, architecture };
              expect({ of, ...shownChannel(graph, channel, existing) }).toEqual({ of, ...served });
              const read = readUpdateService(body, { origin: 'peer', channel, architecture });
              expect(shownChannel(read, channel, existing)).toEqual(served);
              count += sizeOf(served);
              conditional += Object.keys(served.conditional).length;
            }
          }
          expect(conditional).toBeGreaterThan(1000);
          expect(count - conditional).toBeGreaterThan(1000);
          // Without the rules of one version, Airlock shows other paths than the service.
          const rules = join(graphData, 'blocked-edges');
          for (const name of readdirSync(rules).filter((each) => each.startsWith('4.16.5')))
            rmSync(join(rules, name));
          const changed = await openGraph(graphData, { architecture: 'amd64', releases: releases.amd64 });
          const all = new Set(releases.amd64.map(({ version }) => version));
          const served = servedChannel(await service.graph('candidate-4.16', 'amd64'));
          expect(shownChannel(changed, 'candidate-4.16', all)).not.toEqual(served);
          cases(count);
        });
      });

    agrees('the update service applies the rules of generated graph data as Airlock does', (peer, cases) =>
      withGeneratedData(peer, RULES, async (service, graphOf) => {
        let count = 0;
        for (const architecture of ['amd64', 'multi'] as const)
          for (const channel of ['stable-4.16', 'fast-4.16']) {
            const served = servedChannel(await service.graph(channel, architecture));
            const of = { channel, architecture };
            const shown = shownChannel(await graphOf(architecture), channel, new Set(VERSIONS));
            expect({ of, ...shown }).toEqual({ of, ...served });
            count += sizeOf(served);
          }
        cases(count);
      }),
    );

    differs(
      'several files that withdraw updates to one version',
      'The graph builder applies only the last one that it reads, which the maintainers of the graph data take into account (cincinnati-graph-data#1056). Airlock applies all of them, so that it never shows a path that a service may withdraw.',
      (peer) =>
        withGeneratedData(
          peer,
          {
            ...RULES,
            'blocked-edges/4.16.2-0.yaml': 'to: 4.16.2\nfrom: 4[.]16[.]0\n',
            'blocked-edges/4.16.2-1.yaml': 'to: 4.16.2\nfrom: 4[.]16[.]1\n',
            'blocked-edges/4.16.2-blocked.yaml': 'to: 4.16.2\nfrom: 4[.]16[.]1\n',
          },
          async (service, graphOf) => {
            const withdrawn = ({ updates }: Channel) =>
              2 - updates.filter((update) => update.endsWith(' 4.16.2')).length;
            const served = servedChannel(await service.graph('stable-4.16', 'amd64'));
            const shown = shownChannel(await graphOf('amd64'), 'stable-4.16', new Set(VERSIONS));
            expect([withdrawn(served), withdrawn(shown)]).toEqual([1, 2]);
          },
        ),
    );

    agrees(
      'the update service has the paths of the releases and the graph-data image that Airlock mirrored',
      async (peer, cases) => {
        await using rig = await newRig();
        await using registry = await dockerRegistry();
        const config = `${rig.place('graph')}.yaml`;
        const { yaml } = rig.world.sets.core;
        const changed = yaml.replace(
          'architectures: [amd64]',
          'architectures: [amd64, multi]\n    graph: true',
        );
        writeFileSync(config, changed);
        const workspace = rig.place('workspace');
        expect(await toDisk(rig, workspace, config)).toMatchObject({ status: 'complete' });
        expect(await toRegistry(rig, workspace, registry.host)).toMatchObject({ status: 'complete' });
        const graphData = unpacked(await graphLayerAt(registry.host), rig.directory);
        await using service = await serve(peer, {
          registry: registry.host,
          graphData,
          folder: rig.directory,
        });
        let count = 0;
        for (const architecture of ['amd64', 'multi']) {
          const releases = await storedReleaseFacts(filesOf(join(workspace, 'working-dir')), architecture);
          const graph = await openGraph(graphData, { architecture, releases });
          const served = servedChannel(await service.graph('stable-4.16', architecture));
          expect(shownChannel(graph, 'stable-4.16', new Set(releases.map(({ version }) => version)))).toEqual(
            served,
          );
          count += sizeOf(served);
        }
        cases(count);
      },
    );
  },
  ['policy-engine'],
);

/** Returns the last layer of the graph-data image in a registry. */
async function graphLayerAt(host: string): Promise<Buffer> {
  const get = async (path: string, accept = '*/*') => {
    const response = await fetch(`http://${host}/v2/openshift/graph-image/${path}`, { headers: { accept } });
    expect(response.status, path).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  };
  const manifest = async (reference: string) =>
    JSON.parse(String(await get(`manifests/${reference}`, ACCEPT_MANIFESTS.join()))) as {
      manifests?: { digest: string }[];
      layers?: { digest: string }[];
    };
  const index = await manifest('latest');
  const image = index.manifests ? await manifest(index.manifests[0]!.digest) : index;
  return get(`blobs/${image.layers!.at(-1)!.digest}`);
}

function filesOf(folder: string): WorkingFiles {
  return {
    read: async (name) => readFileSync(join(folder, name)),
    list: async (prefix) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.startsWith(prefix)),
  };
}
