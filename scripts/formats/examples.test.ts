import { globSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readNotices } from '../../core/app/notices/notice-file.ts';
import { readNotifications } from '../../core/app/notices/notification-file.ts';
import { isConfirmed } from '../../core/app/schedules/confirmed.ts';
import { readSchedules } from '../../core/app/schedules/schedule-file.ts';
import { createDraftStore } from '../../core/app/service/drafts/store.ts';
import { createHostSets } from '../../core/app/service/hosts/host-sets.ts';
import { createInstallConfigDrafts } from '../../core/app/service/install/install-config-drafts.ts';
import { createSettingsStore } from '../../core/app/service/state/settings-store.ts';
import { signingKeysOf } from '../../core/content/signature/signing-keys.ts';
import { readTrust } from '../../core/content/signature/trusted-keys.ts';
import { workspaceStatus } from '../../core/media/delivery/status.ts';
import { readExportState } from '../../core/media/export/state.ts';
import { verifyDrive } from '../../core/media/import/verify-drive.ts';
import { readRequest } from '../../core/media/request/request-file.ts';
import { readApproval } from '../../core/mirror/approval/plan-approval.ts';
import { readPlan } from '../../core/mirror/approval/plan-document.ts';
import { toRegistry } from '../../core/mirror/mirror.fixture.ts';
import { startRegistryServer } from '../../core/registry/server/start.ts';
import { memoryStorage } from '../../core/registry/server/storage/memory-storage.ts';
import { verifyRunLog } from '../../core/runs/audit/verify-run-log.ts';
import { verifySource } from '../../core/store/archive/verify.ts';
import { readSetIndex } from '../../core/store/set-format/set-index.ts';
import { openWorkspace } from '../../core/store/workspace/workspace.ts';
import { readRiskAnswers } from '../../core/upgrade/sources/risk-answers.ts';
import { ROOT } from '../run.ts';
import { EXAMPLES, examplesOf, FORMAT_LIST } from './examples.ts';
import { formatNumbers, REBUILT } from './format-numbers.ts';

const RECIPE =
  'Follow "Change a file format" in CONTRIBUTING.md: write a migration, then run node scripts/write-format-examples.ts.';

test('no example is missing', () => {
  const names = examplesOf().map((directory) => basename(directory));
  expect(names).toEqual(names.map((_, index) => `${index + 1}`));
  expect(names).not.toEqual([]);
});

test('the latest examples contain the formats that the code writes', () => {
  const latest = JSON.parse(readFileSync(join(examplesOf().at(-1)!, FORMAT_LIST), 'utf8')) as object;
  expect(formatNumbers(), RECIPE).toEqual(latest);
});

test('finds the number of every schema with a format', () => {
  const known = formatNumbers();
  const schemas = globSync('core/**/*.ts', { cwd: ROOT }).filter(
    (path) =>
      !/\.(test|fixture)\.ts$/.test(path) &&
      !REBUILT.has(path) &&
      /\bformat: z\.literal\(|FileFormat = |satisfies FileFormat/.test(
        readFileSync(join(ROOT, path), 'utf8'),
      ),
  );
  expect(schemas.length).toBeGreaterThan(15);
  // The schema of export states has the number of export documents.
  expect(schemas.filter((path) => !known[path])).toEqual(['core/media/export/state.ts']);
});

test('the examples are small', () => {
  const files = globSync('**/*.*', { cwd: EXAMPLES }).map((name) =>
    readFileSync(join(EXAMPLES, name), { flag: 'r' }),
  );
  expect(files.reduce((bytes, file) => bytes + file.length, 0)).toBeLessThan(200_000);
});

describe.each(examplesOf().map((directory) => [basename(directory), directory] as const))(
  'examples %s',
  (_, saved) => {
    let root: string;
    let at: (name: string) => string;
    beforeEach(async () => {
      root = await mkdtemp(join(tmpdir(), 'airlock-examples-'));
      await cp(saved, join(root, 'files'), { recursive: true });
      at = (name) => join(root, 'files', name);
    });
    afterEach(() => rm(root, { recursive: true }));

    test('settings and notifications are read, and a change is saved', async () => {
      const settings = createSettingsStore(at('config'), () => {});
      expect(await settings.read()).toMatchObject({ theme: 'dark', workspaces: ['/srv/mirror'] });
      expect(settings.problems()).toEqual([]);
      expect(await settings.change((now) => ({ ...now, theme: 'light' }))).toMatchObject({ theme: 'light' });
      expect(await readNotifications(at('config'))).toMatchObject({ expiryDays: 7 });
      expect(await readNotices(at('config'))).toMatchObject([{ title: 'Example' }]);
    });

    test('drafts are read and saved', async () => {
      for (const create of [createDraftStore, createHostSets, createInstallConfigDrafts]) {
        const store = create(at('config'));
        const { unreadable, ...saved } = await store.list();
        expect(unreadable).toEqual([]);
        expect(Object.values(saved)).toMatchObject([[{ id: 'example' }]]);
        await store.save((await store.read('example')) as never);
      }
    });

    test('schedules, keys and answers are read', async () => {
      const [schedule, ...others] = await readSchedules(at('workspace'));
      expect([schedule?.name, others]).toEqual(['nightly', []]);
      // The workspace was saved at another path.
      const isOwn = await isConfirmed(at('config'), '/tmp/airlock-format-examples/files/workspace');
      expect(isOwn(schedule!)).toBe(true);
      expect(await readRiskAnswers(at('workspace'))).toMatchObject([{ risk: 'ExampleRisk', applies: false }]);
      expect(await signingKeysOf(at('workspace'))).toMatchObject([{ name: 'Example' }]);
      expect((await readTrust(at('state'))).keys).toHaveLength(1);
    });

    test('plan, approval and request are read', async () => {
      const { digest } = await readPlan(at('plan.json'));
      expect(await readApproval(at('plan.json'), digest)).toMatchObject({ name: 'approver' });
      expect((await readRequest(at('request.json'))).request).toMatchObject({ enclave: 'default' });
    });

    test('the workspace opens, its content verifies, and its transfer reaches a registry', async () => {
      const workspace = await openWorkspace(at('workspace'), {
        onWarning: ({ message }) => expect.fail(message),
      });
      const ledger = await workspace.ledger('default');
      expect(ledger.transfers()).toMatchObject([{ name: 'default-0001', status: 'complete' }]);
      await workspace.close();
      expect(await workspaceStatus({ directory: at('workspace'), env: {}, home: root })).toMatchObject({
        awaiting: [{ transfer: 'default-0001' }],
      });
      expect(await readExportState(at('workspace'), 'default-0001')).toMatchObject({
        transfer: 'default-0001',
      });
      expect(await verifyRunLog(at('workspace/.airlock/runs'))).toMatchObject({
        ok: true,
        runs: 1,
        problems: [],
      });
      expect(await verifySource(at('workspace'))).toMatchObject({ problems: [] });
      const registry = await startRegistryServer({ storage: memoryStorage() });
      try {
        const host = { env: {}, home: root, tool: 'airlock 0.0.0' };
        const pushed = await toRegistry({ directory: root, host }, at('workspace'), registry.host);
        expect(pushed).toMatchObject({ exitCode: 0, status: 'complete' });
        const [image] = (await readSetIndex(at('workspace/transfers/default-0001')))!.images;
        const url = `http://${registry.host}/v2/${image!.repository}/manifests/${image!.tag}`;
        expect((await fetch(url, { method: 'HEAD' })).headers.get('docker-content-digest')).toBe(
          image!.digest,
        );
      } finally {
        await registry.close();
      }
    });

    test('the drive verifies', async () => {
      expect(await verifyDrive(at('drive'))).toMatchObject({ ok: true, problems: [] });
      expect(await readFile(at('drive/airlock/default-0001/export.json'), 'utf8')).toContain('default-0001');
    });
  },
);
