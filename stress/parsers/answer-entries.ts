/** Readers of responses of registries, the web, clusters and archives: more entries of parser-entries.ts. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readYaml } from '../../core/base/document/yaml-text.ts';
import type { Digest } from '../../core/base/image/digest.ts';
import { readInspection } from '../../core/cluster/check/inspection-file.ts';
import { folderSource } from '../../core/cluster/check/object-source.ts';
import { ignoreRules } from '../../core/content/catalog/index/index-ignore.ts';
import { readChart } from '../../core/content/helm/charts/chart.ts';
import { packChart, unpackChart } from '../../core/content/helm/charts/files.ts';
import { helmIgnore } from '../../core/content/helm/charts/helm-ignore.ts';
import { readIndex } from '../../core/content/helm/charts/repository.ts';
import { readInventory } from '../../core/content/inventory/read-inventory.ts';
import { parseKubevirtImages } from '../../core/content/release/image-references.ts';
import { parseUpdateGraph } from '../../core/content/release/update-graph.ts';
import { claimFault } from '../../core/content/trust/claim.ts';
import { parseImageSet } from '../../core/image-set/config/load-image-set.ts';
import { pinnedDeletion } from '../../core/image-set/config/pin.ts';
import { withMirror } from '../../core/install/install-config/from-mirror.ts';
import { readAcknowledgment } from '../../core/media/transfer/acknowledgment-code.ts';
import { parseVolumeHeader } from '../../core/media/volumes/export-document.ts';
import { protectedNames } from '../../core/mirror/delete/plan/protect-file.ts';
import { gatherHosts } from '../../core/nmstate/gather/gather-hosts.ts';
import { renderTemplate } from '../../core/nmstate/validation/template.ts';
import { artifactsOn, listContent } from '../../core/registry/client/list-content.ts';
import { parseChallenges } from '../../core/registry/exchange/challenge.ts';
import { errorText, statedErrors } from '../../core/registry/exchange/registry-errors.ts';
import type { ParserEntry } from './parser-entries.ts';

const FILE = 'given.yaml';
const DIGEST: Digest = `sha256:${'0'.repeat(64)}`;

async function inFolder<T>(name: string, text: string, read: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'airlock-parsers-'));
  try {
    await writeFile(join(folder, name), text);
    return await read(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function clusterObjects(text: string, name: string): Promise<unknown> {
  const source = await inFolder(name, text, folderSource);
  return source.list({ apiVersion: 'config.openshift.io/v1', kind: 'ClusterVersion' });
}

export const ANSWERS: Record<string, ParserEntry> = {
  'graph-answer': { syntax: 'json', run: (text) => parseUpdateGraph(Buffer.from(text), FILE) },
  'kubevirt-images': {
    syntax: 'yaml',
    run: (text) => [...parseKubevirtImages(Buffer.from(text), 'release')],
  },
  'tag-list': { syntax: 'json', run: (text) => listContent(Buffer.from(text), 'tags') },
  referrers: { syntax: 'json', run: (text) => artifactsOn(listContent(Buffer.from(text), 'referrers')) },
  'registry-error': {
    syntax: 'json',
    run: (text) => {
      const errors = statedErrors(Buffer.from(text));
      return errors.length > 0 ? errorText(errors) : undefined;
    },
  },
  challenge: {
    syntax: 'csv',
    run: (text) => {
      const challenges = parseChallenges(text);
      return challenges.length > 0 ? challenges : undefined;
    },
  },
  'signed-claim': {
    syntax: 'json',
    run: (text) =>
      claimFault(Buffer.from(text), 'atomic container signature', { digest: DIGEST, accepts: () => true }) ===
      undefined
        ? 'accepted'
        : undefined,
  },
  'inventory-objects': { syntax: 'json', run: (text) => readInventory(text, FILE) },
  inspection: {
    syntax: 'json',
    run: (text) =>
      inFolder('inspection.json', text, (folder) => readInspection(join(folder, 'inspection.json'))),
  },
  'object-folder': { syntax: 'yaml', run: (text) => clusterObjects(text, 'objects.yaml') },
  'object-folder-json': { syntax: 'json', run: (text) => clusterObjects(text, 'objects.json') },
  'volume-header': { syntax: 'json', run: (text) => parseVolumeHeader(text, FILE) },
  acknowledgment: { syntax: 'csv', run: (text) => readAcknowledgment(text) },
  'protected-names': { syntax: 'ini', run: (text) => protectedNames(text, FILE, 'r.io').length },
  'ignore-rules': {
    syntax: 'ini',
    run: (text) => {
      const rules = ignoreRules();
      rules.add('.indexignore', text);
      return [rules.ignores('aa/aaa/aaaa.yaml'), helmIgnore(text)('aa/aaa/aaaa.yaml', false)];
    },
  },
  'pinned-image-set': {
    syntax: 'yaml',
    run: (text) => {
      const { configuration } = parseImageSet(text, FILE);
      if (!configuration) return undefined;
      const pins = (configuration.operators ?? []).map(({ catalog }, index) => ({
        ...{ index, catalog, pinned: `r.io/c@${DIGEST}`, digest: DIGEST, targetTag: 'v1' },
      }));
      return pinnedDeletion(text, pins);
    },
  },
  'install-config-mirror': {
    syntax: 'yaml',
    run: (text) =>
      withMirror(readYaml(text), {
        imageDigestSources: [{ source: 'quay.io/a', mirrors: ['r.io/a'] }],
        trustBundle: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n',
        pullSecretEntry: { registry: 'r.io', auth: 'YTpi' },
      }).text,
  },
  'nmstate-template': {
    syntax: 'template',
    run: (text) =>
      renderTemplate(text, {
        ...{ name: 'a.example', role: 'worker', nics: [{ name: 'e' }], addresses: ['10.0.0.1/24'] },
        variables: { dns: '10.0.0.1 10.0.0.2' },
      } as unknown as Parameters<typeof renderTemplate>[1]),
  },
  hosts: { syntax: 'yaml', run: async (text) => (await gatherHosts([{ path: 'a.yaml', text }])).hosts },
  'chart-index': {
    syntax: 'yaml',
    run: (text) => {
      const index = readIndex(Buffer.from(text), 'index.yaml');
      return index.names.slice(0, 3).map((name) => index.versions(name));
    },
  },
  'chart-archive': {
    syntax: 'yaml',
    run: async (text) => {
      const files = { 'Chart.yaml': text, 'values.yaml': text, 'templates/a.yaml': text };
      const archive = await packChart(
        'a',
        new Map(Object.entries(files).map(([path, content]) => [path, Buffer.from(content)])),
      );
      const { templates: _, ...chart } = await readChart(await unpackChart(archive, FILE), FILE);
      return chart;
    },
  },
};
