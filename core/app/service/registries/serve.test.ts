import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newTestService, type TestService } from '../service.fixture.ts';

let service: TestService;
let workspace: string;
beforeAll(async () => {
  service = await newTestService();
  const practice = await service.ask('practice.start', {});
  workspace = practice.workspace!;
  const { run } = await service.ask('runs.start', {
    settings: { workflow: 'mirrorToDisk', directory: workspace, configFile: practice.configFile! },
  });
  await vi.waitUntil(async () => (await service.ask('runs.live', { run })).status === 'complete', {
    timeout: 30_000,
    interval: 100,
  });
}, 90_000);
afterAll(() => service?.[Symbol.asyncDispose]());

test('serves transfers as a read-only registry until it is stopped', async () => {
  const resourcesTo = join(service.directory, 'resources');
  const job = await service.ask('registries.serve', { directory: workspace, resourcesTo });
  expect(job).toMatchObject({
    kind: 'serve',
    status: 'running',
    tls: false,
    login: false,
    directory: workspace,
  });
  const tags = `${job.url}/v2/openshift/release-images/tags/list`;
  expect(await (await fetch(tags)).json()).toMatchObject({ tags: expect.arrayContaining(['4.16.1-x86_64']) });
  const uploads = `${job.url}/v2/openshift/release-images/blobs/uploads/`;
  expect((await fetch(uploads, { method: 'POST' })).status).toBeGreaterThanOrEqual(400);
  expect(await readdir(resourcesTo)).toContain('idms-oc-mirror.yaml');
  expect((await service.ask('jobs.list', {})).jobs).toMatchObject([{ id: job.id, kind: 'serve' }]);
  const reported = () =>
    service.events.flatMap((event) =>
      event.type === 'job' && event.job.kind === 'serve' ? [event.job] : [],
    );
  await expect.poll(() => reported().at(-1)?.requests).toBe(2);
  await service.ask('jobs.stop', { kind: 'serve', id: job.id });
  await expect.poll(() => reported().at(-1)?.status).toBe('stopped');
  await expect(fetch(tags)).rejects.toThrow();
});

test('rejects other addresses without a certificate, and directories without archives', async () => {
  const fail = (more: object) => service.fail('registries.serve', { directory: workspace, ...more });
  expect(await fail({ host: '0.0.0.0' })).toMatchObject({ code: 'usage' });
  expect(await fail({ tlsCert: '/c.pem' })).toMatchObject({ code: 'usage' });
  const text = join(service.directory, 'key.pem');
  await writeFile(text, 'no key');
  expect(await fail({ tlsCert: text, tlsKey: text })).toMatchObject({
    code: 'config-invalid',
    message: expect.stringContaining(text),
  });
  expect(await fail({ directory: 'relative' })).toMatchObject({ code: 'usage' });
  const empty = join(service.directory, 'empty');
  await mkdir(empty);
  await writeFile(join(empty, 'x'), '');
  expect((await fail({ directory: empty })).code).not.toBe('internal');
  expect((await service.ask('jobs.list', {})).jobs.filter(({ status }) => status === 'running')).toEqual([]);
});
