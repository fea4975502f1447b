import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Collected, WorkingFiles } from '../../base/collected/collected.ts';
import { hexOf } from '../../base/image/digest.ts';
import { OCI_MANIFEST } from '../../base/image/media-types.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { parseImageSet } from '../../image-set/config/load-image-set.ts';
import { createAccess } from '../../registry/access/create-access.ts';
import { httpGet } from '../../registry/access/http-get.ts';
import { type Loopback, serveHttp } from '../../registry/access/loopback-servers.fixture.ts';
import { createRegistries } from '../../registry/client/registries.ts';
import { pushBlob, pushManifest } from '../../registry/server/sample-image.fixture.ts';
import { type RegistryServer, startRegistryServer } from '../../registry/server/start.ts';
import { memoryStorage } from '../../registry/server/storage/memory-storage.ts';
import { workingFiles } from '../../store/workspace/working-files.ts';
import { deployment, packedChart } from './charts/chart.fixture.ts';
import type { ChartSources } from './charts/repository.ts';
import { carriedHelmFiles } from './charts/saved-charts.ts';
import { collectHelm } from './collect-helm.ts';

/** The content of a loopback chart repository by path. */
const served = new Map<string, Buffer | string>();
const requested: { path: string; authorization: string | undefined }[] = [];
let directory: string;
let repository: Loopback;
let registry: RegistryServer;
let sources: ChartSources & { close(): Promise<void> };
let url: string;

beforeAll(async () => {
  repository = await serveHttp((request, response) => {
    const { authorization } = request.headers;
    requested.push({ path: request.url!, authorization });
    const content = served.get(request.url!);
    if (request.url!.startsWith('/private/') && authorization !== `Basic ${btoa('ann:s3cret')}`)
      response.writeHead(401).end();
    else if (content === undefined) response.writeHead(404).end();
    else response.end(content);
  });
  url = `http://127.0.0.1:${repository.port}`;
  registry = await startRegistryServer({ storage: memoryStorage() });
});
afterAll(async () => {
  await repository[Symbol.asyncDispose]();
  await registry.close();
});

beforeEach(async () => {
  served.clear();
  requested.length = 0;
  directory = await mkdtemp(join(tmpdir(), 'airlock-helm-'));
  const authFile = join(directory, 'auth.json');
  const auth = Buffer.from('ann:s3cret').toString('base64');
  await writeFile(
    authFile,
    JSON.stringify({ auths: { [`127.0.0.1:${repository.port}/private`]: { auth } } }),
  );
  const access = await createAccess({
    env: {},
    home: directory,
    authFile,
    systemRoots: '/nonexistent',
    insecureHosts: () => true,
  });
  const registries = createRegistries({ access });
  sources = {
    access,
    registries,
    get: (url, options) => httpGet(access, url, options),
    async close() {
      await registries.close();
      await access.close();
    },
  };
  return async () => {
    await sources.close();
    await rm(directory, { recursive: true });
  };
});

/** Charts `NAME VERSION` that each contain the image q.io/NAME:VERSION, in a repository at `path`. */
async function publish(path: string, charts: string[], broken: { digest?: string } = {}): Promise<void> {
  const entries = new Map<string, string[]>();
  for (const chart of charts) {
    const [name, version] = chart.split(' ') as [string, string];
    const type = name.startsWith('lib') ? 'library' : 'application';
    const archive = await packedChart(name, version, {
      'templates/a.yaml': deployment(`q.io/${name}:${version.replace('+', '-')}`),
    });
    served.set(`${path}/files/${name}-${version}.tgz`, archive);
    const lines = [
      `  - apiVersion: v2\n    name: ${name}\n    version: ${version}\n    type: ${type}`,
      `    digest: ${broken.digest ?? hexOf(sha256(archive))}\n    urls:\n    - files/${name}-${version}.tgz\n`,
    ];
    entries.set(name, [...(entries.get(name) ?? []), lines.join('\n')]);
  }
  const body = [...entries].map(([name, list]) => `  ${name}:\n${list.join('')}`).join('');
  served.set(`${path}/index.yaml`, `apiVersion: v1\nentries:\n${body}generated: "2024-01-01T00:00:00Z"\n`);
}

function selectionOf(helm: string) {
  const { configuration, problems } = parseImageSet(
    `kind: ImageSetConfiguration\nmirror:\n  helm:\n${helm.replace(/^/gm, '    ')}\n`,
    'isc.yaml',
  );
  if (!configuration) throw new Error(JSON.stringify(problems));
  return configuration.helm!;
}

const filesOf = (name = 'working-dir') => workingFiles(join(directory, name), { colons: true });

async function collect(helm: string, options: Partial<Parameters<typeof collectHelm>[1]> = {}) {
  const collected: Collected[] = [];
  const all = { files: filesOf(), sources, directory, signal: new AbortController().signal, ...options };
  for await (const each of collectHelm(selectionOf(helm), all)) collected.push(each);
  return resultOf(collected);
}

/** The other side: the transferred content, read-only, without network. */
async function collectCarried(helm: string) {
  await rm(join(directory, 'carried'), { recursive: true, force: true });
  const from = filesOf();
  const to = filesOf('carried');
  for (const name of await carriedHelmFiles(selectionOf(helm), from))
    await to.write(name, (await from.read(name))!);
  const files: WorkingFiles = { read: to.read, list: to.list };
  const collected: Collected[] = [];
  for await (const each of collectHelm(selectionOf(helm), { files, signal: new AbortController().signal }))
    collected.push(each);
  return resultOf(collected);
}

function resultOf(collected: Collected[]) {
  const images = collected.flatMap((each) => (each.type === 'image' ? [each.image] : []));
  return {
    images,
    origins: images.map(({ origin }) => origin),
    problems: collected.flatMap((each) => (each.type === 'problem' ? [each.problem] : [])),
    rejected: collected.flatMap((each) => (each.type === 'rejected' ? [each] : [])),
  };
}

describe('chart repositories', () => {
  test('a chart and version; the other side finds the same in transferred content', async () => {
    await publish('', ['web 1.0.0', 'web 1.1.0']);
    const helm = `repositories:\n- name: r\n  url: ${url}\n  charts:\n  - {name: web, version: 1.0.0, platforms: [{os: linux, architecture: arm64}]}`;
    const here = await collect(helm);
    expect(here.images).toEqual([
      {
        kind: 'helmImage',
        origin: 'q.io/web:1.0.0',
        source: { registry: 'q.io', repository: 'web', tag: '1.0.0' },
        destination: { repository: 'web', tag: '1.0.0' },
        deliverable: 'helm chart web 1.0.0',
        why: 'mirror.helm.repositories[0].charts[0] (isc.yaml:8): found in templates/a.yaml:9, not rendered',
        verdict: { result: 'not-checked' },
        platforms: [{ os: 'linux', architecture: 'arm64' }],
      },
    ]);
    expect(here.problems).toEqual([]);
    expect(await readdir(join(directory, 'working-dir/helm/charts'))).toEqual(['web-1.0.0.tgz']);
    expect(await collectCarried(helm)).toEqual(here);
  });

  test('the newest stable version, a range, and names with or without v', async () => {
    await publish('/r', ['web 1.9.0', 'web 1.10.0', 'web 2.0.0-rc.1', 'v v1.2.3', 'plus 1.0.0+b1']);
    const helm = `repositories:\n- name: r\n  url: ${url}/r/\n  charts: [{name: web}, {name: web, version: "~1.9"}, {name: web, version: 2.0.0-rc.1}, {name: v, version: 1.2.3}, {name: plus}]`;
    const here = await collect(helm);
    expect(here.origins).toEqual([
      'q.io/web:1.10.0',
      'q.io/web:1.9.0',
      'q.io/web:2.0.0-rc.1',
      'q.io/v:v1.2.3',
      'q.io/plus:1.0.0-b1',
    ]);
    // The newest version at that time is still selected.
    await publish('/r', ['web 3.0.0']);
    expect((await collectCarried(helm)).images).toEqual(here.images);
  });

  test('without charts: all versions of all charts except libraries; the index is stored like in oc-mirror', async () => {
    await publish('/all', ['web 1.0.0', 'web 1.1.0', 'lib 1.0.0', 'db 1.0.0']);
    const helm = `repositories:\n- name: r\n  url: ${url}/all/`;
    const here = await collect(helm);
    expect(here.origins).toEqual(['q.io/web:1.0.0', 'q.io/web:1.1.0', 'q.io/db:1.0.0']);
    const files = filesOf();
    const index = `helm/indexes/127.0.0.1:${repository.port}/all/index.yaml`;
    expect((await files.read(index))?.toString()).toBe(served.get('/all/index.yaml'));
    expect(await carriedHelmFiles(selectionOf(helm), files)).toContain(index);
    expect((await collectCarried(helm)).images).toEqual(here.images);
  });

  test('the charts and indexes in an archive of oc-mirror are sufficient', async () => {
    await publish('/all', ['web 1.0.0', 'db 1.0.0']);
    const all = `repositories:\n- name: r\n  url: ${url}/all/`;
    const one = `${all}\n  charts: [{name: web, version: v1.0.0}]`;
    await collect(all);
    await rm(join(directory, 'working-dir', 'airlock'), { recursive: true });
    expect((await collectCarried(all)).origins).toEqual(['q.io/web:1.0.0', 'q.io/db:1.0.0']);
    expect((await collectCarried(one)).origins).toEqual(['q.io/web:1.0.0']);
  });

  test('a chart without version, or with a range, is found among those that oc-mirror saved', async () => {
    await publish('', ['web 1.9.0', 'web 1.10.0', 'web 2.0.0-rc.1', 'web-api 9.0.0']);
    const of = (chart: string) => `repositories:\n- name: r\n  url: ${url}\n  charts: [${chart}]`;
    await collect(`repositories:\n- name: r\n  url: ${url}`);
    const saved = filesOf();
    const files: WorkingFiles = {
      read: saved.read,
      // oc-mirror saves only the charts.
      list: async (prefix) => (await saved.list(prefix)).filter((name) => name.startsWith('helm/charts/')),
    };
    await rm(join(directory, 'working-dir', 'airlock'), { recursive: true });
    const found = (chart: string) => collect(of(chart), { files, sources: undefined });
    expect((await found('{name: web}')).origins).toEqual(['q.io/web:1.10.0']);
    expect((await found('{name: web, version: "~1.9"}')).origins).toEqual(['q.io/web:1.9.0']);
    expect((await found('{name: web, version: 3.0.0}')).rejected).toHaveLength(1);
  });

  test('saved charts are not fetched again, and each index is requested once', async () => {
    await publish('', ['web 1.0.0', 'db 1.0.0']);
    const helm = `repositories:\n- name: r\n  url: ${url}\n  charts: [{name: web}, {name: db}]`;
    await collect(helm);
    expect(requested.map(({ path }) => path)).toEqual([
      '/index.yaml',
      '/files/web-1.0.0.tgz',
      '/files/db-1.0.0.tgz',
    ]);
    requested.length = 0;
    expect((await collect(helm)).origins).toHaveLength(2);
    expect(requested.map(({ path }) => path)).toEqual(['/index.yaml']);
  });

  test('credentials of the auth file or of the address are used and never shown', async () => {
    await publish('/private', ['web 1.0.0']);
    const ofFile = `repositories:\n- name: r\n  url: ${url}/private\n  charts: [{name: web}]`;
    expect((await collect(ofFile)).origins).toEqual(['q.io/web:1.0.0']);
    const typed = ofFile.replace('http://', 'http://ann:s3cret@');
    const wrong = ofFile.replace('http://', 'http://ann:wr0ng@');
    expect((await collect(typed)).origins).toEqual(['q.io/web:1.0.0']);
    const isRejected = await collect(wrong);
    expect(isRejected.rejected).toMatchObject([
      { deliverable: 'helm chart web', exitCode: 2, problem: { code: 'unauthorized', line: 7 } },
    ]);
    expect(JSON.stringify(isRejected)).not.toMatch(/wr0ng/);
    for (const name of await filesOf().list(''))
      expect((await filesOf().read(name))!.toString('latin1')).not.toMatch(/s3cret|wr0ng/);
  });

  test('invalid entries are errors at their line, with existing names', async () => {
    await publish('', ['web 1.0.0', 'pre 1.0.0-rc.1']);
    const { problems, images, rejected } = await collect(
      `repositories:\n- name: r\n  url: ${url}\n  charts:\n  - {name: wep}\n  - {name: web, version: 9.9.9}\n  - {name: pre}\n  - {version: 1.0.0}\n  - {name: web, imagePaths: ['spec.x']}\n- {name: x, url: "not an address"}\n- {name: other}`,
    );
    expect(problems.map(({ code, level, line }) => [code, level, line])).toEqual([
      ['chart-unknown', 'error', 8],
      ['chart-unknown', 'error', 9],
      ['chart-unknown', 'error', 10],
      ['config-invalid', 'error', 11],
      ['config-invalid', 'error', 12],
      ['config-invalid', 'error', 13],
      ['config-invalid', 'error', 14],
    ]);
    expect(problems.map(({ message }) => message)).toMatchObject([
      expect.stringContaining('Available charts: web, pre'),
      expect.stringContaining('has no version 9.9.9. The newest versions are 1.0.0'),
      expect.stringContaining('1.0.0-rc.1'),
      expect.stringContaining('has no name'),
      expect.stringContaining('Use {.spec.x}'),
      expect.stringContaining('invalid chart repository "not an address"'),
      expect.stringContaining('has no url'),
    ]);
    expect([images, rejected]).toEqual([[], []]);
  });

  test('a chart that creates pods without an image ends with exit code 2, unless it is accepted', async () => {
    const chart = await packedChart('web', '1.0.0', {
      'templates/a.yaml': 'apiVersion: v1\nkind: Pod\nspec:\n  {{- .Files.Get "pod.yaml" | nindent 2 }}\n',
    });
    await writeFile(join(directory, 'web.tgz'), chart);
    const helm = 'local:\n- {name: web, path: web.tgz}';
    const reported = await collect(helm);
    expect(reported.rejected).toMatchObject([
      {
        deliverable: 'helm chart web 1.0.0',
        exitCode: 2,
        problem: { code: 'chart-without-images', level: 'warning' },
      },
    ]);
    const accepted = await collect(helm, { acceptEmpty: true });
    expect(accepted.rejected).toEqual([]);
    expect(accepted.problems.map(({ code }) => code)).toEqual(['chart-not-rendered', 'chart-without-images']);
  });

  test('unavailable and unreadable charts are skipped, and the others are collected', async () => {
    await publish('', ['web 1.0.0', 'gone 1.0.0', 'bad 1.0.0']);
    served.delete('/files/gone-1.0.0.tgz');
    served.set('/files/bad-1.0.0.tgz', 'other');
    await publish('/login', ['x 1.0.0']);
    served.set('/login/index.yaml', '<html>log in</html>');
    const { rejected, origins } = await collect(
      `repositories:\n- {name: r, url: "${url}"}\n- {name: login, url: "${url}/login"}\n- {name: none, url: "${url}/none"}`,
    );
    expect(origins).toEqual(['q.io/web:1.0.0']);
    expect(rejected.map(({ deliverable, problem }) => [deliverable, problem.code, problem.line])).toEqual([
      ['helm chart gone 1.0.0', 'not-found', 5],
      ['helm chart bad 1.0.0', 'digest-mismatch', 5],
      ['helm repository login', 'chart-invalid', 6],
      ['helm repository none', 'not-found', 7],
    ]);
  });
});

describe('charts in a registry', () => {
  const CONFIG = 'application/vnd.cncf.helm.config.v1+json';
  async function pushChart(repositoryName: string, tag: string, archive: Buffer, configType = CONFIG) {
    const config = Buffer.from('{}');
    await pushBlob(registry.url, repositoryName, config);
    await pushBlob(registry.url, repositoryName, archive);
    const describe = (mediaType: string, blob: Buffer) => ({
      mediaType,
      digest: sha256(blob),
      size: blob.length,
    });
    const manifest = Buffer.from(
      JSON.stringify({
        schemaVersion: 2,
        mediaType: OCI_MANIFEST,
        config: describe(configType, config),
        layers: [describe('application/vnd.cncf.helm.chart.content.v1.tar+gzip', archive)],
      }),
    );
    expect((await pushManifest(registry.url, repositoryName, tag, manifest, OCI_MANIFEST)).status).toBe(201);
  }

  test('by version, newest, and from an index; each is fetched once', async () => {
    const of = (version: string) =>
      packedChart('web', version, { 'values.yaml': `image: q.io/web:${version}` });
    await pushChart('charts/web', '1.0.0', await of('1.0.0'));
    await pushChart('charts/web', '1.2.0', await of('1.2.0'));
    await pushChart('charts/web', 'latest', await of('9.9.9'));
    served.set(
      '/index.yaml',
      `entries:\n  web:\n  - {name: web, version: 1.0.0, urls: ["oci://${registry.host}/charts/web:1.0.0"]}\n`,
    );
    const helm = `repositories:\n- name: o\n  url: oci://${registry.host}/charts\n  charts: [{name: web, version: 1.0.0}, {name: web}]\n- {name: r, url: "${url}", charts: [{name: web}]}`;
    const here = await collect(helm);
    expect(here.origins).toEqual(['q.io/web:1.0.0', 'q.io/web:1.2.0']);
    expect([here.problems, here.rejected]).toEqual([[], []]);
    expect((await collectCarried(helm)).images).toEqual(here.images);
    registry.resetStats();
    await collect(helm);
    expect(registry.stats.byRoute['GET manifests']?.requests).toBeGreaterThan(0);
    expect(registry.stats.byRoute).not.toHaveProperty('GET blobs');
  });

  test('other artifacts, unknown versions, and a missing list', async () => {
    await pushChart('charts/image', '1.0.0', Buffer.from('x'), 'application/vnd.oci.image.config.v1+json');
    const result = await collect(
      `repositories:\n- name: o\n  url: oci://${registry.host}/charts\n  charts: [{name: image, version: 1.0.0}, {name: nothing}, {name: ../web}]\n- {name: p, url: "oci://${registry.host}/charts"}`,
    );
    expect(result.rejected).toMatchObject([
      { deliverable: 'helm chart image 1.0.0', problem: { code: 'chart-invalid' } },
    ]);
    expect(result.problems.map(({ code }) => code)).toEqual([
      'chart-unknown',
      'config-invalid',
      'config-invalid',
    ]);
  });
});

describe('local charts', () => {
  async function localFolder(image: string) {
    await mkdir(join(directory, 'mine/templates'), { recursive: true });
    await writeFile(join(directory, 'mine/Chart.yaml'), 'name: mine\nversion: 0.1.0\n');
    await writeFile(join(directory, 'mine/templates/a.yaml'), deployment(image));
  }

  test('folders and archives come before repositories, and are transferred', async () => {
    await publish('', ['web 1.0.0']);
    await localFolder('docker.io/library/nginx:1@sha256:'.concat('b'.repeat(64)));
    await writeFile(
      join(directory, 'p.tgz'),
      await packedChart('packed', '1.0.0', { 'templates/a.yaml': deployment('busybox:1') }),
    );
    const helm = `repositories:\n- {name: r, url: "${url}", charts: [{name: web}]}\nlocal:\n- {name: anything, path: mine}\n- {name: packed, path: ${directory}/p.tgz}`;
    const here = await collect(helm);
    expect(
      here.images.map(({ source, destination, deliverable }) => [
        source.registry,
        source.repository,
        destination.tag,
        deliverable,
      ]),
    ).toEqual([
      ['docker.io', 'library/nginx', '1', 'helm chart mine 0.1.0'],
      ['docker.io', 'library/busybox', '1', 'helm chart packed 1.0.0'],
      ['q.io', 'web', '1.0.0', 'helm chart web 1.0.0'],
    ]);
    expect((await collectCarried(helm)).images).toEqual(here.images);
  });

  test('the same image once, without blocked ones; one without a tag is reported', async () => {
    await localFolder('q.io/a:1');
    await writeFile(join(directory, 'mine/templates/b.yaml'), deployment('nginx'));
    await writeFile(
      join(directory, 'mine/values.yaml'),
      'two: {image: "q.io/a:1"}\nthree: {image: "q.io/blocked:1"}\n',
    );
    const helm = 'local: [{name: a, path: mine}, {name: b, path: ./mine}]';
    const { origins, problems } = await collect(helm, {
      blocked: ({ origin }) => origin.includes('blocked'),
    });
    expect(origins).toEqual(['q.io/a:1']);
    expect(problems).toMatchObject([
      { code: 'reference-invalid', level: 'warning', line: 4, message: expect.stringContaining('"nginx"') },
      { code: 'reference-invalid', level: 'warning' },
    ]);
  });

  test('values files next to the configuration; each entry has its own paths on the other side', async () => {
    await localFolder('{{ .Values.image }}');
    await writeFile(join(directory, 'mine/values.yaml'), 'image: q.io/a:1\n');
    await writeFile(join(directory, 'mine/templates/cr.yaml'), 'kind: X\none: q.io/one:1\ntwo: q.io/two:1\n');
    await mkdir(join(directory, 'helm-values'));
    await writeFile(join(directory, 'helm-values/mine.yaml'), 'image: q.io/a:2\n');
    await writeFile(join(directory, 'helm-values/mine-0.1.0.yaml'), 'image: q.io/a:3\n');
    const helm = `local: [{name: a, path: mine, imagePaths: ['{.one}']}, {name: b, path: mine, imagePaths: ['{.two}']}]`;
    const here = await collect(helm);
    expect(here.origins).toEqual(['q.io/a:3', 'q.io/one:1', 'q.io/two:1']);
    expect(here.images[0]!.why).toMatch(
      /not rendered with helm-values\/mine.yaml, helm-values\/mine-0.1.0.yaml$/,
    );
    expect((await collectCarried(helm)).images).toEqual(here.images);
    await writeFile(join(directory, 'helm-values/mine.yaml'), '- a list\n');
    expect((await collect(helm)).problems).toMatchObject([
      { code: 'config-invalid', level: 'error', message: expect.stringContaining('helm-values/mine.yaml') },
      { code: 'config-invalid' },
    ]);
  });

  test('the other side finds both of two charts with one name and version', async () => {
    await localFolder('q.io/own:1');
    await publish('', ['mine 0.1.0']);
    const helm = `local: [{name: a, path: mine}]\nrepositories:\n- {name: r, url: "${url}", charts: [{name: mine}]}`;
    const here = await collect(helm);
    expect(here.origins).toEqual(['q.io/own:1', 'q.io/mine:0.1.0']);
    expect((await collectCarried(helm)).images).toEqual(here.images);
    // Without the record, the archive would have to be searched, and only one of the two has its name.
    for (const name of await filesOf().list('airlock/helm/mine-'))
      await rm(join(directory, 'working-dir', name));
    expect((await collectCarried(helm)).rejected).toMatchObject([
      { deliverable: 'helm chart mine 0.1.0', problem: { code: 'content-missing' } },
    ]);
  });

  test('helm on one side only makes no difference', async () => {
    await localFolder('q.io/a:1');
    const file = join(directory, 'helm');
    await writeFile(
      file,
      `#!/bin/sh\nif [ "$1" = version ]; then echo v3.17.0; else echo 'spec: {containers: [{image: "q.io/rendered:1"}]}'; fi\n`,
      { mode: 0o755 },
    );
    const helm = { file, version: 'v3.17.0', path: '/usr/bin:/bin' };
    const here = await collect('local: [{name: a, path: mine}]', { helm });
    expect(here.images).toMatchObject([
      { origin: 'q.io/rendered:1', why: 'mirror.helm.local[0] (isc.yaml:4): rendered by helm v3.17.0' },
    ]);
    expect((await collectCarried('local: [{name: a, path: mine}]')).images).toEqual(here.images);
  });

  test('missing charts, and charts that were not transferred', async () => {
    expect((await collect('local: [{name: a, path: nowhere}, {name: b}]')).problems).toMatchObject([
      {
        code: 'chart-unknown',
        level: 'error',
        line: 4,
        message: expect.stringContaining(`${directory}/nowhere`),
      },
      { code: 'config-invalid', level: 'error' },
    ]);
    const { rejected } = await collectCarried(
      `local: [{name: a, path: /x}]\nrepositories:\n- {name: r, url: "${url}"}`,
    );
    expect(rejected.map(({ deliverable, problem }) => [deliverable, problem.code])).toEqual([
      ['helm chart a', 'content-missing'],
      ['helm repository r', 'content-missing'],
    ]);
  });

  test('stops on request', async () => {
    await localFolder('q.io/a:1');
    const stopped = collect('local: [{name: a, path: mine}]', { signal: AbortSignal.abort() });
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
  });
});
