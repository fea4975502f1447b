import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newSigner } from '../../content/signature/signature.fixture.ts';
import { publicKeyFile } from '../../content/signature/signing-keys.ts';
import { certificateAuthority } from '../../registry/access/loopback-servers.fixture.ts';
import { expiring } from './expiring.ts';

const now = new Date('2026-06-01T00:00:00Z');
let root: string;
let home: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-expiring-'));
  home = join(root, 'home');
});
afterAll(() => rm(root, { recursive: true }));

const token = (exp: string) => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part({ exp: Date.parse(exp) / 1000 })}.c2lnbmF0dXJl`;
};
const auth = (password: string) => ({ auth: Buffer.from(`user:${password}`).toString('base64') });
const look = (at: Date) => expiring({ directory: root, env: {}, home, systemRoot: root, now: at });

test('lists tokens and saved graphs that end within 30 days in order of expiry, and no secret', async () => {
  const file = join(home, '.config/containers/auth.json');
  const secret = token('2026-06-20T00:00:00Z');
  await mkdir(join(home, '.config/containers'), { recursive: true });
  await writeFile(
    file,
    JSON.stringify({
      auths: {
        'soon.example': auth(secret),
        'over.example/team': { registrytoken: token('2026-05-01T00:00:00Z') },
        'later.example': auth(token('2027-01-01T00:00:00Z')),
        'plain.example': auth('a.b.c'),
      },
    }),
  );
  const graphs = join(root, 'working-dir/hold-release/cincinnati-graph-data');
  await mkdir(graphs, { recursive: true });
  for (const [name, requested] of [
    ['amd64-stable-4.18', '2026-04-01T00:00:00Z'],
    ['amd64-stable-4.19', '2026-05-31T23:00:00Z'],
  ] as const) {
    await writeFile(join(graphs, `${name}.json`), '{}');
    await utimes(join(graphs, `${name}.json`), new Date(requested), new Date(requested));
  }
  const found = await look(now);
  expect(found).toEqual([
    { kind: 'token', subject: 'credentials for over.example/team', file, until: '2026-05-01T00:00:00.000Z' },
    {
      kind: 'graph',
      subject: 'update graph amd64-stable-4.18, downloaded on 2026-04-01',
      file: join(graphs, 'amd64-stable-4.18.json'),
      until: '2026-05-01T00:00:00.000Z',
    },
    { kind: 'token', subject: 'credentials for soon.example', file, until: '2026-06-20T00:00:00.000Z' },
    {
      kind: 'graph',
      subject: 'update graph amd64-stable-4.19, downloaded on 2026-05-31',
      file: join(graphs, 'amd64-stable-4.19.json'),
      until: '2026-06-30T23:00:00.000Z',
    },
  ]);
  expect(JSON.stringify(found)).not.toContain(secret.slice(0, 20));
});

test('lists certificates of certs.d, of the user and of the system', async () => {
  const folder = join(root, 'etc/containers/certs.d/registry.example:5000');
  await mkdir(folder, { recursive: true });
  const { cert } = certificateAuthority(root, 'Old CA');
  await writeFile(join(folder, 'ca.crt'), cert);
  const all = await look(new Date('2200-01-01T00:00:00Z'));
  expect(all.filter(({ kind }) => kind === 'certificate')).toEqual([
    {
      kind: 'certificate',
      subject: 'certificate "O=Lab, CN=Old CA" for registry.example:5000',
      file: join(folder, 'ca.crt'),
      until: expect.stringMatching(/^20\d\d-/),
    },
  ]);
});

test('lists keys that sign exports and trusted keys that expire', async () => {
  const workspace = join(root, 'signing');
  const stateDirectory = join(root, 'state');
  const made = await newSigner({ date: new Date('2026-05-01T00:00:00Z'), days: 40 });
  const fingerprint = 'A'.repeat(40);
  const file = publicKeyFile(workspace, fingerprint);
  await mkdir(join(workspace, '.airlock'), { recursive: true });
  await mkdir(stateDirectory);
  await writeFile(file, made.armored);
  const key = { fingerprint, name: 'Team', createdBy: 'kim', createdAt: '2026-05-01T00:00:00Z' };
  await writeFile(join(workspace, '.airlock/signing-keys.json'), JSON.stringify({ format: 1, keys: [key] }));
  const trusted = { fingerprint, name: 'Sender', armored: made.armored, by: 'kim', at: 'now', before: [] };
  await writeFile(
    join(stateDirectory, 'trusted-keys.json'),
    JSON.stringify({ format: 1, keys: [trusted], removed: [] }),
  );
  const found = await expiring({
    directory: workspace,
    env: {},
    home: root,
    stateDirectory,
    systemRoot: root,
    now,
  });
  expect(found).toEqual([
    { kind: 'key', subject: 'key "Team" that signs exports', file, until: '2026-06-10T00:00:00.000Z' },
    {
      ...{ kind: 'key', subject: 'trusted key "Sender"', until: '2026-06-10T00:00:00.000Z' },
      file: join(stateDirectory, 'trusted-keys.json'),
    },
  ]);
});
