import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CollectedImage } from '../../base/collected/collected.ts';
import { readYaml, type YamlText } from '../../base/document/yaml-text.ts';
import type { Digest } from '../../base/image/digest.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { parseUpdateGraph, type UpdateGraph } from '../../content/release/update-graph.ts';
import type { ImageSetConfiguration } from '../../image-set/config/image-set.ts';
import { parseImageSet } from '../../image-set/config/load-image-set.ts';
import { openStatePlace, type StatePlace } from './known/state-place.ts';
import type { PlannedReleases } from './parts/releases.ts';

const HEAD = ['apiVersion: mirror.openshift.io/v2alpha1', 'kind: ImageSetConfiguration', 'mirror:'];

/** Returns an image set configuration with these lines below `mirror:`. */
export function imageSetText(...lines: string[]): string {
  return `${[...HEAD, ...lines.map((line) => `  ${line}`)].join('\n')}\n`;
}

/** Returns the configuration and the document of these lines below `mirror:`. */
export function imageSet(...lines: string[]): { configuration: ImageSetConfiguration; doc: YamlText } {
  const text = imageSetText(...lines);
  const { configuration, problems } = parseImageSet(text, 'isc.yaml', 'ImageSetConfiguration');
  if (configuration?.kind !== 'ImageSetConfiguration') throw new Error(JSON.stringify(problems));
  return { configuration, doc: readYaml(text) };
}

/** Returns the lines of a document below `mirror:`, without their indentation by two. */
export function linesOf({ text }: YamlText): string[] {
  return text
    .split('\n')
    .slice(HEAD.length)
    .filter((line) => line !== '')
    .map((line) => line.slice(2));
}

/** Returns an update graph of these versions, with an update from each to the next. */
export function graphOf(versions: string[], channels = ''): UpdateGraph {
  const nodes = versions.map((version) => ({
    version,
    payload: `quay.io/openshift-release-dev/ocp-release@${sha256(version)}`,
    metadata: channels === '' ? {} : { 'io.openshift.upgrades.graph.release.channels': channels },
  }));
  const edges = nodes.slice(1).map((_, position) => [position, position + 1]);
  return parseUpdateGraph(Buffer.from(JSON.stringify({ nodes, edges })), 'test');
}

/** Returns releases with payloads that weren't read. */
export function releasesOf(versions: string[], more: Partial<PlannedReleases> = {}): PlannedReleases {
  const releases = versions.map((version) => ({
    ...{ tag: `${version}-x86_64`, version, why: 'channel', channels: [] },
    wanted: {
      reference: { text: '', transport: 'docker', registry: 'quay.io', path: 'release' },
      ...{ version, why: 'channel', channels: [] },
    } as never,
  }));
  return { releases, graphs: [], problems: [], faults: [], ...more };
}

/** Returns an image by tag, or by digest where one is given. */
export function imageOf(repository: string, given: { digest?: Digest; tag?: string } = {}): CollectedImage {
  const { digest, tag = 'v1' } = given;
  return {
    ...{ kind: 'generic', origin: `quay.io/${repository}:${tag}`, deliverable: 'additional images' },
    source: digest ? { registry: 'quay.io', repository, digest } : { registry: 'quay.io', repository, tag },
    ...{ destination: { repository, tag }, why: '', verdict: { result: 'not-checked' } },
  };
}

/** A workspace in a temporary folder with its open caches. */
export interface TemporaryPlace extends AsyncDisposable {
  directory: string;
  place: StatePlace;
}

/** Opens the caches of a new, empty workspace. */
export async function temporaryPlace(): Promise<TemporaryPlace> {
  const directory = await mkdtemp(join(tmpdir(), 'airlock-live-plan-'));
  const place = await openStatePlace({ env: {}, home: directory, tool: 'airlock 0' }, directory);
  return {
    directory,
    place,
    async [Symbol.asyncDispose]() {
      await place.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Returns lines of `mirror.platform`. */
export function platform(...lines: string[]): string[] {
  return ['platform:', ...lines.map((line) => `  ${line}`)];
}

/** Returns lines of `mirror.platform` with an update graph and these channels. */
export function channels(...lines: string[]): string[] {
  return platform('graph: true', 'channels:', ...lines.map((line) => `  ${line}`));
}
