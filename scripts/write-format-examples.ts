// node scripts/write-format-examples.ts: writes the files of the current formats to a new directory in
// scripts/formats/examples, from a made-up world (CONTRIBUTING.md, "Change a file format"). The content is synthetic.
import './formats/fixed-host.ts';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { editNotices } from '../core/app/notices/notice-file.ts';
import { NOTIFICATIONS, writeNotifications } from '../core/app/notices/notification-file.ts';
import { saveSchedule } from '../core/app/schedules/settings.ts';
import { createDraftStore } from '../core/app/service/drafts/store.ts';
import { createHostSets } from '../core/app/service/hosts/host-sets.ts';
import { createInstallConfigDrafts } from '../core/app/service/install/install-config-drafts.ts';
import { createSettingsStore } from '../core/app/service/state/settings-store.ts';
import { sha256 } from '../core/base/image/sha256.ts';
import { SIGNING_KEYS } from '../core/content/signature/signing-keys.ts';
import { trustKey } from '../core/content/signature/trusted-keys.ts';
import { draft } from '../core/contract/topics/drafts.ts';
import { hostSet } from '../core/contract/topics/hosts.ts';
import { installConfigDraft } from '../core/contract/topics/install-config-requests.ts';
import { storedNotice } from '../core/contract/topics/schedules/notifications.ts';
import { scheduleSettings } from '../core/contract/topics/schedules/schedules.ts';
import { exportToMedia } from '../core/media/export/media.ts';
import { makeRequest } from '../core/media/request/make-request.ts';
import { writeApproval } from '../core/mirror/approval/plan-approval.ts';
import { control, newRig, requestOf, toDisk } from '../core/mirror/mirror.fixture.ts';
import { planMirror } from '../core/mirror/plan/plan-mirror.ts';
import { recordRiskAnswer } from '../core/upgrade/sources/risk-answers.ts';
import { EXAMPLES, examplesOf, FORMAT_LIST } from './formats/examples.ts';
import { formatNumbers } from './formats/format-numbers.ts';
import { ROOT } from './run.ts';

/** Fixed, because records and configurations contain the paths. */
const WORK = '/tmp/airlock-format-examples';
const FILES = `${WORK}/files`;
const PORT = 41_950;

rmSync(WORK, { recursive: true, force: true });
mkdirSync(FILES, { recursive: true });
const numbers = formatNumbers();
await using rig = await newRig({
  port: PORT,
  seed: 'formats',
  names: 'loopback',
  size: {
    ...{ components: 2, baseLayer: 512, runtimeLayer: 256, componentLayer: 256, operatingSystemLayer: 256 },
    ...{ additionalLayer: 2048, operandLayer: 256, catalogCache: 256 },
  },
});
const workspace = `${FILES}/workspace`;
const configuration = `${FILES}/imageset.yaml`;
const image = rig.world.inventory.additional[0]!;
writeFileSync(
  configuration,
  `kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\nmirror:\n  additionalImages:\n    - name: ${image.source}\n`,
);
const done = await toDisk(rig, workspace, configuration, { arguments: ['mirror'] });
if (done.exitCode !== 0) throw new Error(`the mirror run ended with exit code ${done.exitCode}`);

// The workspace
await recordRiskAnswer(workspace, 'ExampleRisk', { applies: false, reason: 'No cluster uses this network.' });
const fingerprint = 'A'.repeat(40);
const key = { fingerprint, name: 'Example', createdBy: 'operator', createdAt: new Date().toISOString() };
writeFileSync(
  `${workspace}/.airlock/signing-keys.json`,
  `${JSON.stringify(SIGNING_KEYS.parse({ format: numbers['core/content/signature/signing-keys.ts']![0], keys: [key] }), undefined, 2)}\n`,
);

// Plan and approval, request, drive
const planned = await planMirror(
  requestOf({ kind: 'mirrorToDisk', directory: workspace }, { configFile: configuration }),
  rig.host,
  control(),
);
const plan = `${JSON.stringify(planned.document, undefined, 1)}\n`;
writeFileSync(`${FILES}/plan.json`, plan);
await writeApproval(`${FILES}/plan.json`, sha256(plan), {
  name: 'approver',
  role: 'approver',
  at: new Date().toISOString(),
});
const request = await makeRequest({
  configFile: configuration,
  directory: workspace,
  enclave: 'default',
  tool: 'airlock 0.0.0',
});
writeFileSync(`${FILES}/request.json`, request.text);
mkdirSync(`${FILES}/drive`);
await exportToMedia({
  directory: workspace,
  transfer: 'default-0001',
  tool: 'airlock 0.0.0',
  destinations: [{ path: `${FILES}/drive` }],
});

// The user's directories
const config = `${FILES}/config`;
await createSettingsStore(config, () => {}).change((now) => ({
  ...now,
  theme: 'dark',
  workspaces: ['/srv/mirror'],
}));
await createDraftStore(config).save(
  draft.parse({ id: 'example', file: '/srv/imageset.yaml', text: 'mirror: {}\n' }),
);
await createHostSets(config).save(
  hostSet.parse({ id: 'example', name: 'rack 1', layout: { preset: 'bond-vlan', answers: {} }, hosts: [] }),
);
await createInstallConfigDrafts(config).save(
  installConfigDraft.parse({
    id: 'example',
    file: '/srv/install-config.yaml',
    text: 'metadata: {name: example}\n',
  }),
);
await writeNotifications(config, NOTIFICATIONS.parse({ expiryDays: 7 }));
await editNotices(config, () => [
  storedNotice.parse({
    id: 'example',
    kind: 'test',
    level: 'info',
    title: 'Example',
    text: '',
    at: new Date().toISOString(),
    read: false,
  }),
]);
await saveSchedule(
  workspace,
  scheduleSettings.parse({
    name: 'nightly',
    job: 'mirrorToDisk',
    configFile: configuration,
    windows: ['daily 22:00-05:00 UTC'],
  }),
  { configDirectory: config, zone: 'UTC' },
);
const publicKey = join(ROOT, 'resources/keys/redhat-release.asc');
await trustKey(`${FILES}/state`, { file: publicKey, before: [] });

// Records name the process and the directory of the world, which differ each time.
const runs = `${workspace}/.airlock/runs`;
const record = join(runs, readdirSync(runs)[0]!, 'run.json');
const run = readFileSync(record, 'utf8').replaceAll(rig.directory, '/tmp/world');
const { pid, started } = (JSON.parse(run) as { process: { pid: number; started: string } }).process;
writeFileSync(
  record,
  run.replace(`"pid": ${pid}`, '"pid": 1').replace(`"started": "${started}"`, '"started": ""'),
);
// Caches are rebuilt, and Windows doesn't allow the colons in names of oc-mirror's history.
for (const name of ['.airlock/cache', 'working-dir/.history'])
  rmSync(join(workspace, name), { recursive: true, force: true });
mkdirSync(`${workspace}/working-dir`, { recursive: true });
writeFileSync(`${FILES}/${FORMAT_LIST}`, `${JSON.stringify(numbers, undefined, 2)}\n`);
const target = join(EXAMPLES, String(examplesOf().length + 1));
cpSync(FILES, target, { recursive: true });
console.log(target);
process.exit(0);
