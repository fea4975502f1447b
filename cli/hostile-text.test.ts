import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportWorkspace } from '../core/media/export/export.fixture.ts';
import { airlock } from '../core/mirror/airlock-process.fixture.ts';
import { inProcess } from './in-process.fixture.ts';

/** A terminal command, bidirectional overrides, markup and C1 controls, all in one line. */
const HOSTILE = '\x1b]0;owned\x07\x1b[2J\x9bPWN\u202egpj.\u2066<script>alert(1)</script>"\'&';
// Characters that a terminal or a reader of a log would execute. Line breaks are checked by the beginnings of lines.
const ACTIVE = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;
const MARKUP = /<script|<b>/;

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-hostile-text-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

/**
 * Runs a command with text output and with --json, with another PATH in a separate process.
 * @returns the complete output, which must be harmless
 */
async function written(args: string[], path?: string): Promise<{ text: string; json: string }> {
  const env = {
    PATH: path ?? process.env.PATH,
    INIT_CWD: root,
    XDG_CONFIG_HOME: join(root, 'config'),
    XDG_STATE_HOME: join(root, 'state'),
    XDG_CACHE_HOME: join(root, 'cache'),
  };
  const host = { env, home: root, tool: 'airlock test' } as never;
  const run = (format: string[]) =>
    path === undefined ? inProcess({ host }, args, format) : airlock({ host }, args, [], format).ended;
  const person = await run([]);
  const script = await run(['--json']);
  const text = person.stdout + person.stderr;
  const json = script.stdout + script.stderr;
  for (const reported of [text, json]) expect(reported.match(ACTIVE) ?? [], args.join(' ')).toEqual([]);
  for (const line of script.stdout.trim().split('\n')) JSON.parse(line);
  return { text, json };
}

/** Returns every file below a folder that a person or a program reads as text. */
async function textsBelow(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(json|jsonl|txt|log|html|csv|svg)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    found.set(path, await readFile(path, 'utf8'));
  }
  return found;
}

test('a response of a registry reaches the terminal, JSON lines, records and logs only escaped', async () => {
  const server = createServer((request, response) => {
    if (request.method === 'HEAD') {
      const type = 'application/vnd.oci.image.manifest.v1+json';
      const digest = `sha256:${'a'.repeat(64)}`;
      response.writeHead(200, { 'content-type': type, 'docker-content-digest': digest }).end();
      return;
    }
    response.writeHead(403, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ errors: [{ code: 'DENIED', message: `=cmd()${HOSTILE}` }] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const config = join(root, 'imageset.yaml');
    await writeFile(
      config,
      `kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\nmirror:\n  additionalImages:\n    - name: 127.0.0.1:${port}/apps/a:v1\n`,
    );
    const workspace = join(root, 'workspace');
    const { text, json } = await written([
      ...['mirror', '-c', config, '--src-tls-verify=false', '--retry-times', '0', '--log-level', 'debug'],
      `file://${workspace}`,
    ]);
    expect(text).toContain('\\x9bPWN\\u202egpj.');
    expect(json).toContain('\\u009bPWN\\u202egpj.');
    const files = await textsBelow(workspace);
    expect([...files.values()].filter((content) => content.includes('PWN')).length).toBeGreaterThan(0);
    for (const [path, content] of files) expect([path, content.match(ACTIVE)]).toEqual([path, null]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}, 60_000);

test('names of operators and risks of updates reach the terminal only escaped', async () => {
  const catalog = join(root, 'catalog');
  await mkdir(catalog);
  const documents = [
    { schema: 'olm.package', name: 'anvil-operator', defaultChannel: 'stable', description: HOSTILE },
    { schema: 'olm.channel', package: 'anvil-operator', name: 'stable', entries: [{ name: 'anvil.v1.0.0' }] },
    {
      schema: 'olm.bundle',
      package: 'anvil-operator',
      name: 'anvil.v1.0.0',
      image: 'quay.io/anvil/bundle:v1',
      properties: [
        { type: 'olm.package', value: { packageName: 'anvil-operator', version: '1.0.0' } },
        { type: 'olm.csv.metadata', value: { displayName: `=cmd()${HOSTILE}`, description: HOSTILE } },
      ],
    },
  ];
  await writeFile(join(catalog, 'catalog.json'), documents.map((each) => JSON.stringify(each)).join('\n'));
  const listed = await written(['list', 'operators', '--catalog', catalog]);
  expect(listed.json).toContain('PWN');

  const graph = join(root, 'graph.json');
  const node = (version: string) => ({
    version,
    payload: `quay.io/r@sha256:${'a'.repeat(64)}`,
    metadata: { 'io.openshift.upgrades.graph.release.channels': 'stable-4.16', url: HOSTILE },
  });
  const risk = {
    name: HOSTILE,
    message: HOSTILE,
    url: `https://example.com/${HOSTILE}`,
    matchingRules: [{ type: 'Always' }],
  };
  await writeFile(
    graph,
    JSON.stringify({
      nodes: [node('4.16.1'), node('4.16.2')],
      edges: [],
      conditionalEdges: [{ edges: [{ from: '4.16.1', to: '4.16.2' }], risks: [risk] }],
    }),
  );
  const svg = join(root, 'path.svg');
  const path = await written([
    ...['upgrade-path', 'ocp', '--from', '4.16.1', '--to', '4.16.2', '--channel', 'stable-4.16'],
    ...['--data', graph, '--offline', '--svg', svg],
  ]);
  expect(path.text).toContain('PWN');
  const picture = await readFile(svg, 'utf8');
  expect(picture.match(ACTIVE)).toBeNull();
  expect(picture).not.toMatch(MARKUP);
}, 60_000);

/** Text of a catalog that would start a line, with a message that only this tool prints. */
const LIE = 'Whole: all is well.';
const broken = (name: string) => `${name}\n${LIE}\r\n\t${LIE}`;

test('line breaks of names in a catalog start no new line in lists, drawings and upgrade paths', async () => {
  const catalog = join(root, 'catalog-with-line-breaks');
  await mkdir(catalog);
  const name = 'anvil-operator';
  const channel = broken('stable');
  const bundles = ['1.0.0', '1.1.0', '1.2.0'].map((version) => ({
    version,
    name: broken(`anvil.v${version}`),
  }));
  const documents = [
    { schema: 'olm.package', name, defaultChannel: channel, description: LIE },
    ...[channel, broken('fast')].map((each) => ({
      ...{ schema: 'olm.channel', package: name, name: each },
      entries: bundles.map((bundle, at) => ({
        name: bundle.name,
        replaces: at > 0 ? bundles[at - 1]!.name : undefined,
      })),
    })),
    // A channel with an entry without a bundle, and a channel with an unreachable end.
    {
      ...{ schema: 'olm.channel', package: name, name: broken('gaps') },
      entries: [{ name: bundles[0]!.name }, { name: bundles[1]!.name, skips: [broken('none')] }],
    },
    ...bundles.map((bundle) => ({
      ...{ schema: 'olm.bundle', package: name, name: bundle.name, image: 'quay.io/anvil/bundle:v1' },
      properties: [
        { type: 'olm.package', value: { packageName: name, version: bundle.version } },
        {
          type: 'olm.csv.metadata',
          value: { displayName: broken('Anvil'), provider: { name: broken('Lab') }, description: LIE },
        },
      ],
    })),
    {
      schema: 'olm.deprecations',
      package: name,
      entries: [{ reference: { schema: 'olm.package' }, message: broken('old') }],
    },
  ];
  await writeFile(join(catalog, 'catalog.json'), documents.map((each) => JSON.stringify(each)).join('\n'));
  const of = ['--catalog', catalog, '--package', name];
  const path = ['upgrade-path', 'operator', ...of, '--from', '1.0.0'];
  for (const args of [
    ['list', 'operators', ...of],
    ['list', 'operators', ...of, '--channel', channel],
    ['list', 'operators', ...of, '--channel', broken('gaps')],
    [...path, '--to', '1.2.0'],
    [...path, '--to', '1.2.0', '--channel', broken('fast'), '--subscribed', channel],
    [...path, '--to', bundles[1]!.name, '--channel', broken('gaps')],
    [...path, '--to', '9.9.9'],
  ]) {
    const { text } = await written(args);
    expect(text, args.join(' ')).toContain(`\\n${LIE}`);
    expect(text.match(/^[\s│○●◆◌┊╭╰-]*Whole.*/m), args.join(' ')).toBeNull();
    expect(text, args.join(' ')).not.toContain('\t');
  }
}, 120_000);

test('labels of drives and typed texts of the record are escaped on the pages and lists of a drive', async () => {
  const tools = join(root, 'tools');
  await mkdir(tools);
  const drive = {
    ...{ name: '/dev/sdx', type: 'disk', rm: true, hotplug: true, tran: 'usb', ro: false, fstype: 'exfat' },
    ...{ label: `=cmd()${HOSTILE}`, model: HOSTILE, size: 32_000_000_000, mountpoint: null },
  };
  await writeFile(join(tools, 'drives.json'), JSON.stringify({ blockdevices: [drive] }));
  await writeFile(join(tools, 'lsblk'), '#!/bin/sh\ncat "$(dirname "$0")/drives.json"\n');
  await chmod(join(tools, 'lsblk'), 0o755);
  const { text } = await written(['media', 'drives'], `${tools}:${process.env.PATH}`);
  expect(text).toContain('PWN');

  const { directory } = await exportWorkspace(await mkdtemp(join(root, 'export-')), 2);
  const target = join(root, `stick-${HOSTILE.replaceAll('/', '')}`);
  await mkdir(target);
  const marking = `=HYPERLINK("http://evil")\u202e<b>RESTRICTED</b>`;
  const exported = await written([
    ...['media', 'export', '--transfer', 'lab-0001', '--to', target, '--marking', marking],
    `file://${directory}`,
  ]);
  expect(exported.text).toContain('PWN');
  for (const [path, found] of await textsBelow(target)) {
    // Lists for spreadsheets have the line endings of RFC 4180.
    const content = found.replaceAll('\r\n', '\n');
    expect([path, content.match(ACTIVE)]).toEqual([path, null]);
    if (path.endsWith('.html')) expect([path, content.match(MARKUP)]).toEqual([path, null]);
    if (path.endsWith('.csv'))
      for (const line of content.split('\n'))
        for (const cell of line.split(','))
          expect([path, cell]).toEqual([path, expect.not.stringMatching(/^"?[=+@]/)]);
  }
}, 60_000);
