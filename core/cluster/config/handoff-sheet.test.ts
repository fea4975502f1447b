import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { clusterNeeds } from './cluster-needs.ts';
import { clusterObjects } from './cluster-objects.ts';
import { type Handoff, handoffSheet } from './handoff-sheet.ts';
import { CATALOG, GRAPH, HOST, knownAfter, OPERAND, PAYLOAD, RELEASE } from './known.fixture.ts';
import { t } from './messages.ts';
import { sheetHtml, sheetMarkdown } from './sheet-text.ts';

const KNOWN = knownAfter({ images: [RELEASE, OPERAND] });
const HAND_OVER: Handoff = {
  enclave: 'fleet',
  run: '0001-run_a',
  pushedAt: '2026-08-21T12:00:00Z',
  images: { total: 12, failed: 0 },
  releases: KNOWN.releases,
  directory: '/srv/it/config',
};

async function sheetOf(
  change: Partial<Handoff> = {},
  options: { verified?: boolean; authorities?: string } = {},
) {
  const { verified = true, ...given } = options;
  const needs = await clusterNeeds(KNOWN, { keys: [], ...given });
  const signatures = verified ? new Map([[PAYLOAD, [Buffer.from('x')]]]) : new Map();
  const { objects } = clusterObjects({ ...needs, signatures });
  return handoffSheet({ ...HAND_OVER, ...change }, { ...needs, signatures }, objects);
}

test('shows the pushed content, the manifests to apply, and the upgrade by digest', async () => {
  const markdown = sheetMarkdown(await sheetOf());
  expect(markdown).toContain(`# ${t('sheetTitle')}\n`);
  expect(markdown).toContain(
    'Run 0001-run\\_a (2026-08-21T12:00:00Z): 12 of 12 images for fleet are available at reg.lan:5000/ocp.',
  );
  expect(markdown).toContain('```sh\noc apply -Rf /srv/it/config\n```');
  expect(markdown).toContain('```sh\nairlock cluster-config apply /srv/it/config\n```');
  expect(markdown).toContain(
    `oc adm upgrade --allow-explicit-upgrade --to-image ${HOST}/ocp/openshift/release-images@${PAYLOAD}`,
  );
  expect(markdown).toContain('| mirrors/idms-operator-0.yaml | ImageDigestMirrorSet idms-operator-0 |');
  expect(markdown).toContain('podman login');
  expect(markdown).not.toContain('are missing');
});

test('suggests no upgrade that the cluster would reject, and reports missing images', async () => {
  const markdown = sheetMarkdown(await sheetOf({ images: { total: 12, failed: 2 } }, { verified: false }));
  expect(markdown).not.toContain('oc adm upgrade');
  expect(markdown).toContain(t('sheetReleaseUnsigned', { digest: PAYLOAD }));
  expect(markdown).toContain(t('sheetImagesMissing', { count: 2 }));
});

test('the HTML page has no scripts or external content, and escapes text', async () => {
  const html = sheetHtml(await sheetOf({ enclave: '<img src=x>', directory: "/srv/it's/config" }));
  expect(html).toContain("default-src 'none'");
  expect(html).toContain('&lt;img src=x&gt;');
  expect(html).not.toMatch(/<script|<img|src="|href="/);
  expect(html).toContain('oc apply -Rf &#39;/srv/it&#39;\\&#39;&#39;s/config&#39;');
  const markdown = sheetMarkdown([{ columns: ['a|b'], rows: [['`x` <b>']] }]);
  expect(markdown).toContain('| a\\|b |\n| --- |\n| \\`x\\` \\<b\\> |');
});

test('shows no upgrade without releases, and no CA option if the manifests contain the CA', async () => {
  const pem = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
  const markdown = sheetMarkdown(await sheetOf({ releases: [] }, { authorities: pem }));
  expect(markdown).not.toContain('## Upgrade');
  expect(markdown).not.toContain('--trust-bundle');
  expect(sheetMarkdown(await sheetOf())).toContain('--trust-bundle');
});

test('waits for the update service operator before its service can be applied', async () => {
  const commandsOf = async (...images: (typeof GRAPH)[]) => {
    const needs = await clusterNeeds(knownAfter({ images: [RELEASE, ...images] }), { keys: [] });
    return handoffSheet(HAND_OVER, needs, clusterObjects(needs).objects).flatMap((part) =>
      'command' in part ? part.command : [],
    );
  };
  const commands = await commandsOf(GRAPH, CATALOG);
  const wait = commands.findIndex((command) => command.startsWith('oc wait csv --all'));
  expect(commands[wait - 1]).toBe('oc apply -Rf /srv/it/config');
  expect(commands[wait + 1]).toBe('oc apply -Rf /srv/it/config/update-service');
  expect((await commandsOf(GRAPH)).join()).not.toContain('oc wait csv');
});

test('the upstream command patches the cluster with valid JSON', async () => {
  const needs = await clusterNeeds(knownAfter({ images: [RELEASE, GRAPH] }), { keys: [] });
  const parts = handoffSheet(HAND_OVER, needs, clusterObjects(needs).objects);
  expect(JSON.stringify(parts)).toContain('airlock cluster-config apply --set-upstream /srv/it/config');
  const command = parts
    .flatMap((part) => ('command' in part ? part.command : []))
    .find((text) => /upstream/.test(text));
  const oc =
    'oc() { if [ "$1" = get ]; then printf https://us.example; else for last; do :; done; echo "$last"; fi; }';
  const { stdout } = spawnSync('sh', ['-c', `${oc}\n${command}`], { encoding: 'utf8' });
  expect(JSON.parse(stdout)).toEqual({ spec: { upstream: 'https://us.example/api/upgrades_info/v1/graph' } });
});

test('has the command for the tools of each release', async () => {
  const commandsOf = async (change: Partial<Handoff>) =>
    (await sheetOf(change)).flatMap((part) => ('command' in part ? part.command : []));
  const find = (commands: string[]) => commands.filter((each) => each.startsWith('airlock release extract'));
  const command = (more = '') =>
    `airlock release extract --tools --iso --from docker://${HOST}/ocp --version ${tag}${more} --to tools`;
  const [release] = KNOWN.releases;
  const { tag } = release!;
  expect(find(await commandsOf({}))).toEqual([command()]);
  const joined = { ...release!, repository: 'ocp/openshift-release-images' };
  expect(find(await commandsOf({ releases: [joined] }))).toEqual([command(' --max-nested-paths 2')]);
  expect(find(await commandsOf({ signatures: '/srv/my mirror' }))).toEqual([
    command(" --signatures 'file:///srv/my mirror'"),
  ]);
  expect(find(await commandsOf({ releases: [] }))).toEqual([]);
});
