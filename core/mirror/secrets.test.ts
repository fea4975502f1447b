import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { airlockDirectory } from '../base/files/airlock-directory.ts';
import { deployment, packedChart } from '../content/helm/charts/chart.fixture.ts';
import { serveHttp } from '../registry/access/loopback-servers.fixture.ts';
import { startRegistryServer } from '../registry/server/start.ts';
import { memoryStorage } from '../registry/server/storage/memory-storage.ts';
import { readRun } from '../runs/audit/read-runs.ts';
import { airlock } from './airlock-process.fixture.ts';
import { newRig, type Rig } from './mirror.fixture.ts';

/** Each is used somewhere, and none may be found afterwards. */
const SECRETS = {
  chart: 'Ch4rtS3cret',
  query: 'Qu3ryS3cret',
  comment: 'C0mm3ntS3cret',
  override: '0v3rrid3S3cret',
  registry: 'R3gistryS3cret',
};
const base64 = (text: string) => Buffer.from(text).toString('base64');

let rig: Rig;
beforeAll(async () => {
  rig = await newRig();
});
afterAll(() => rig[Symbol.asyncDispose]());

/** Files below a folder, with the secrets in them. */
async function leaks(folder: string): Promise<{ files: number; found: string[] }> {
  const needles = Object.values(SECRETS).flatMap((secret) => [
    secret,
    base64(`ann:${secret}`),
    base64(`pusher:${secret}`),
  ]);
  const found: string[] = [];
  let files = 0;
  for (const name of await readdir(folder, { recursive: true })) {
    const path = join(folder, name);
    if (!(await stat(path)).isFile()) continue;
    files++;
    const content = await readFile(path);
    for (const needle of needles) if (content.includes(needle)) found.push(`${needle} in ${name}`);
  }
  return { files, found };
}

test('no planted secret is in any file of a plan, a workspace, a set or a state folder', async () => {
  const image = rig.world.inventory.additional[0]!.source;
  const archive = await packedChart('web', '1.0.0', { 'templates/main.yaml': deployment(image) });
  const requested: (string | undefined)[] = [];
  await using charts = await serveHttp((request, response) => {
    requested.push(request.headers.authorization);
    if (request.url!.includes('index.yaml'))
      response.end(
        'apiVersion: v1\nentries:\n  web:\n  - name: web\n    version: 1.0.0\n    urls: [web-1.0.0.tgz]\n',
      );
    else response.end(archive);
  });
  const conf = rig.host.env.CONTAINERS_REGISTRIES_CONF!;
  const insecure = `\n[[registry]]\nprefix = "127.0.0.1:${charts.port}"\nlocation = "127.0.0.1:${charts.port}"\ninsecure = true\n`;
  await writeFile(conf, (await readFile(conf, 'utf8')) + insecure);

  const isc = join(rig.directory, 'isc.yaml');
  const text = await readFile(rig.world.sets['release-one'].file, 'utf8');
  const url = `http://ann:${SECRETS.chart}@127.0.0.1:${charts.port}/charts?sig=${SECRETS.query}`;
  await writeFile(
    isc,
    `# the old one: https://ann:${SECRETS.comment}@charts.lan/x\n${text}  helm:\n    repositories:\n      - {name: charts, url: "${url}", charts: [{name: web, version: 1.0.0}]}\n`,
  );
  const env = { ...rig.host.env, OCP_SIGNATURE_URL: rig.host.env.OCP_SIGNATURE_URL! };
  const home = {
    ...rig.host,
    env: { ...env, SSL_CERT_DIR: `/nowhere?x=https://ann:${SECRETS.override}@h/` },
  };
  const run = (...words: string[]) => airlock({ host: home }, words).ended;

  const workspace = rig.place('workspace');
  const plan = join(workspace, 'plan.json');
  const made = await run('plan', '-c', isc, '-o', plan, `file://${workspace}`);
  expect(made.result).toMatchObject({ output: plan });
  expect(requested).toContain(`Basic ${base64(`ann:${SECRETS.chart}`)}`);
  const mirrored = await run('mirror', '-c', isc, `file://${workspace}`);
  expect(mirrored.result).toMatchObject({ status: 'complete' });
  const planned = await run('mirror', '--plan', plan, '--resend', `file://${workspace}`);
  expect(planned.result).toMatchObject({ status: 'complete', images: { failed: 0 } });
  const there = await leaks(workspace);
  expect(there.files).toBeGreaterThan(20);
  expect(there.found).toEqual([]);
  const { configurations } = await readRun(airlockDirectory(workspace, 'runs'), 1);
  expect(configurations[0]!.text).toContain(`http://127.0.0.1:${charts.port}/charts"`);

  // The copy in the set still has enough data for the other side, which queries no chart repository.
  requested.length = 0;
  const users = { pusher: SECRETS.registry };
  const server = await startRegistryServer({ storage: memoryStorage(), auth: { kind: 'basic', users } });
  const authFile = join(rig.directory, 'auth.json');
  const auths = { [server.host]: { auth: base64(`pusher:${SECRETS.registry}`) } };
  await writeFile(authFile, JSON.stringify({ auths }));
  const state = rig.place('state');
  const { result } = await run(
    'mirror',
    ...['--from', `file://${mirrored.result!.directory}`, '--state', state],
    ...['--authfile', authFile, '--dest-tls-verify=false', `docker://${server.host}`],
  );
  await server.close();
  expect(result).toMatchObject({ status: 'complete', images: { failed: 0 } });
  expect(requested).toEqual([]);
  expect((await leaks(state)).found).toEqual([]);
});

test('a login typed into any address is in no output and no file', async () => {
  const planted: Record<string, string> = {};
  const login = (place: string) => {
    planted[place] = `Pl4nted${Object.keys(planted).length}S3cret`;
    return `ann:${planted[place]}`;
  };
  const isc = (name: string, mirror: string) => {
    const path = join(rig.directory, `${name}.yaml`);
    const head = 'kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\nmirror:\n';
    return writeFile(path, `${head}${mirror}`).then(() => path);
  };
  const image = rig.world.inventory.additional[0]!.source;
  const good = await isc('good', `  additionalImages: [{name: "${image}"}]\n`);
  const conf = `${rig.place('registries')}.conf`;
  const given = await readFile(rig.host.env.CONTAINERS_REGISTRIES_CONF!, 'utf8');
  await writeFile(conf, `${given}\n[[registry]]\nlocation = "${login('location')}@reg.example/x"\n`);
  await using web = await serveHttp((_, response) => response.writeHead(404).end());
  const host = `127.0.0.1:${web.port}`;
  const chart = `helm: {repositories: [{name: r, url: "http://${login('helm')}@${host}/x", charts: [{name: a, version: 1.0.0}]}]}`;
  const text = ['--log-level', 'debug'];
  const json = ['--json'];
  type Attempt = {
    words: string[];
    format: string[];
    env?: Record<string, string>;
    to?: string;
    code?: string;
  };
  const attempts: Attempt[] = [
    {
      words: ['-c', good, '--workspace', `file://${rig.place('logins')}`],
      to: `docker://${login('destination')}@reg.example/ocp`,
      ...{ format: json, code: 'login-in-address' },
    },
    {
      words: [
        '-c',
        await isc('image', `  additionalImages: [{name: "${login('image')}@reg.example/a:1"}]\n`),
      ],
      ...{ format: json, code: 'config-invalid' },
    },
    {
      words: ['-c', good],
      env: { CONTAINERS_REGISTRIES_CONF: conf },
      ...{ format: json, code: 'config-invalid' },
    },
    { words: ['-c', await isc('chart', `  ${chart}\n`)], format: text },
    {
      words: ['-c', await isc('channel', '  platform: {channels: [{name: stable-4.16}]}\n')],
      env: { UPDATE_URL_OVERRIDE: `http://${login('updates')}@${host}/graph` },
      format: text,
    },
    {
      words: ['-c', await isc('far', '  additionalImages: [{name: "reg.invalid/a:1"}]\n')],
      env: { HTTPS_PROXY: `http://${login('proxy')}@127.0.0.1:1`, NO_PROXY: '' },
      format: text,
    },
    { words: ['-c', good, `--authfil=https://${login('option')}@h/`], format: text },
  ];
  const outputs: string[] = [];
  const attempt = async ({ words, format, env = {}, to, code }: Attempt) => {
    const args = ['mirror', ...words, '--retry-times', '0', to ?? `file://${rig.place('logins')}`];
    const ended = await airlock({ host: { ...rig.host, env: { ...rig.host.env, ...env } } }, args, [], format)
      .ended;
    outputs.push(ended.stdout, ended.stderr);
    if (code) expect(ended.result, words.join(' ')).toMatchObject({ code });
    expect(ended.code, words.join(' ')).toBeGreaterThan(0);
  };
  for (const one of attempts) await attempt(one);
  const shown = outputs.join('\n');
  for (const address of [host, 'the proxy 127.0.0.1:1 ', 'https://h/']) expect(shown).toContain(address);
  // All workspaces, but not the files that this test itself wrote.
  const names = (await readdir(rig.directory, { recursive: true })).filter((name) =>
    name.startsWith('logins-'),
  );
  for (const [place, secret] of Object.entries(planted)) {
    expect(shown.includes(secret), `${place} in the output`).toBe(false);
    const leaking: string[] = [];
    for (const name of names) {
      const path = join(rig.directory, name);
      if ((await stat(path)).isFile() && (await readFile(path)).includes(secret)) leaking.push(name);
    }
    expect(leaking, place).toEqual([]);
  }
}, 120_000);
