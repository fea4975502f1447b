import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createMessage, generateKey, sign } from 'openpgp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asAirlockError } from '../../../base/errors/airlock-error.ts';
import { userName } from '../../../base/files/person.ts';
import { sha256 } from '../../../base/image/sha256.ts';
import { readPlan } from '../../../mirror/approval/plan-document.ts';
import { additionalConfig, imagesOf } from '../../../mirror/mirror.fixture.ts';
import { isOver, newRunsRig, type RunsRig, toRegistry } from './runs.fixture.ts';

let rig: RunsRig;
beforeAll(async () => {
  rig = await newRunsRig();
});
afterAll(() => rig?.[Symbol.asyncDispose]());

const workOf = (ticket: string) =>
  rig.events.flatMap(({ at, event }) =>
    event.type === 'job' && event.job.kind === 'request' && event.job.id === ticket
      ? [{ at, ...event.job }]
      : [],
  );

test('a plan shows what a run would do, and after the run that nothing is new', async () => {
  const workspace = rig.rig.place("work space's");
  const settings = rig.toDisk(workspace, { parallelImages: 2 });
  const plan = await rig.ask('plans.make', { settings, ticket: 'one' });
  const wanted = imagesOf(rig.rig, 'core');
  expect(plan).toMatchObject({ images: wanted.length, bytesPresent: 0, nothingNew: false });
  expect(plan.sections.reduce((sum, { images }) => sum + images, 0)).toBe(plan.images);
  expect(plan.command).toBe(
    `airlock mirror -c ${settings.configFile} --parallel-images 2 'file://${workspace.replace("'", "'\\''")}'`,
  );
  const work = workOf('one');
  expect(work[0]).toMatchObject({ phase: 'collect', progress: { done: 0 } });
  expect(work.at(-1)).toMatchObject({
    ...{ phase: 'resolve', status: 'done' },
    progress: { done: plan.images, total: plan.images },
  });
  for (const { at } of work)
    expect(work.filter((other) => other.at >= at && other.at < at + 1000).length).toBeLessThanOrEqual(6);

  const all = await rig.ask('plans.items', { plan: plan.plan, limit: 500 });
  expect(all.rows.map(({ digest }) => digest).sort()).toEqual(wanted.map(({ digest }) => digest).sort());
  const [section] = plan.sections;
  const some = await rig.ask('plans.items', { plan: plan.plan, section: section!.name, limit: 1 });
  expect(some).toMatchObject({ total: plan.images, matching: section!.images });

  const mapped = await rig.ask('plans.mapping', { plan: plan.plan, limit: 3 });
  expect(mapped.lines).toHaveLength(3);
  for (const line of mapped.lines) expect(line).toMatch(/^docker:\/\/\S+=docker:\/\/localhost:55000\/\S+$/);
  const mappingFile = rig.rig.place('mapping.txt');
  expect(await rig.ask('plans.saveMapping', { plan: plan.plan, file: mappingFile })).toEqual({
    file: mappingFile,
    lines: mapped.total,
  });
  expect((await readFile(mappingFile, 'utf8')).split('\n').slice(0, 3)).toEqual(mapped.lines);

  const { run } = await rig.ask('runs.start', { settings });
  expect(await rig.until(run, isOver)).toMatchObject({ status: 'complete' });
  const after = await rig.ask('plans.make', { settings, ticket: 'two' });
  expect(after).toMatchObject({ nothingNew: true, images: plan.images, bytesPresent: after.bytes });
  // Stored here, but not sent to that enclave.
  const other = await rig.ask('plans.make', { settings: { ...settings, enclave: 'lab' }, ticket: 'three' });
  expect(other).toMatchObject({ nothingNew: false, bytesPresent: other.bytes });

  const push = toRegistry(rig, workspace);
  expect(await rig.ask('plans.make', { settings: push, ticket: 'four' })).toMatchObject({
    nothingNew: false,
  });
  const pushed = await rig.ask('runs.start', { settings: push });
  expect(await rig.until(pushed.run, isOver)).toMatchObject({ status: 'complete' });
  expect(await rig.ask('plans.make', { settings: push, ticket: 'five' })).toMatchObject({ nothingNew: true });
  // Four plans are stored, by their last use.
  await expect(rig.ask('plans.items', { plan: plan.plan })).rejects.toMatchObject({ code: 'not-found' });
  expect((await rig.ask('plans.items', { plan: after.plan })).total).toBe(plan.images);
});

test('an approver signs a saved plan, and a run must follow it', async () => {
  const settings = rig.toDisk(rig.rig.place('workspace'));
  const plan = await rig.ask('plans.make', { settings, ticket: 'saved' });
  expect(Object.values(plan.verdicts).reduce((sum, count) => sum + count, 0)).toBe(plan.images);
  expect(plan.verdicts.verified).toBeGreaterThan(0);
  expect(plan.keys).toEqual([]);
  const verified = await rig.ask('plans.items', { plan: plan.plan, verdict: 'verified', limit: 500 });
  expect(verified.matching).toBe(plan.verdicts.verified);
  expect(verified.rows.every(({ verdict }) => /^verified \(.+\)$/.test(verdict))).toBe(true);

  const file = join(rig.rig.place('plans'), "the plan's.json");
  const saved = await rig.ask('plans.save', { plan: plan.plan, file });
  const content = await readFile(file);
  expect(saved).toEqual({
    file,
    digest: sha256(content),
    signCommand: `gpg --detach-sign --armor '${file.replace("'", "'\\''")}'`,
  });
  expect((await readPlan(file)).images).toBe(plan.images);
  await expect(rig.ask('plans.save', { plan: plan.plan, file: 'plan.json' })).rejects.toMatchObject({
    code: 'usage',
  });

  const opened = await rig.ask('plans.open', { file });
  expect(opened).toMatchObject({
    file,
    digest: saved.digest,
    workflow: 'mirrorToDisk',
    images: plan.images,
    bytes: plan.bytes,
    verdicts: plan.verdicts,
    approval: { state: 'not-checked' },
  });
  expect((await rig.ask('plans.items', { plan: opened.plan })).total).toBe(plan.images);

  expect(opened).not.toHaveProperty('approvedBy', expect.anything());
  const { approvedBy } = await rig.ask('plans.approve', { plan: opened.plan });
  expect(approvedBy).toMatchObject({ role: 'operator', name: userName() });
  expect(await rig.ask('plans.open', { file })).toMatchObject({ approvedBy, digest: saved.digest });
  // An approval of other content is ignored.
  await writeFile(file, `${content.toString()} `);
  expect(await rig.ask('plans.open', { file })).not.toHaveProperty('approvedBy', expect.anything());
  await expect(rig.ask('plans.approve', { plan: opened.plan })).rejects.toMatchObject({
    code: 'file-changed',
  });
  await writeFile(file, content);

  const [approver, stranger] = await Promise.all(['approver', 'stranger'].map(keyPair));
  const open = () => rig.ask('plans.open', { file, requireSignature: approver!.file });
  expect((await open()).approval).toMatchObject({
    state: 'rejected',
    failure: { code: 'plan-unapproved', message: expect.stringMatching(/neither .* exists/) },
  });
  await stranger!.sign(file);
  expect((await open()).approval).toMatchObject({ state: 'rejected' });
  await approver!.sign(file);
  expect((await open()).approval).toEqual({
    state: 'valid',
    signer: {
      by: 'key',
      fingerprint: approver!.fingerprint,
      key: approver!.file,
      signature: `${file}.asc`,
    },
  });
  expect((await rig.ask('plans.open', { file })).approval).toEqual({
    state: 'not-checked',
    signature: `${file}.asc`,
  });

  const { configFile: _configFile, ...approved } = {
    ...settings,
    planFile: file,
    requireSignature: approver!.file,
  };
  const { run } = await rig.ask('runs.start', { settings: approved });
  expect(await rig.until(run, isOver)).toMatchObject({ status: 'complete' });
  expect(await rig.ask('runs.describe', { run })).toMatchObject({
    plan: {
      file,
      digest: saved.digest,
      approvedBy,
      approval: { by: 'key', fingerprint: approver!.fingerprint },
    },
    verdicts: plan.verdicts,
  });
  await writeFile(file, content.toString().replace(/"bytes": \d/, '"bytes": 9'));
  await expect(rig.ask('runs.start', { settings: approved })).rejects.toMatchObject({
    code: 'plan-unapproved',
  });
});

/** An OpenPGP key with its public key in a file. */
async function keyPair(name: string) {
  const { privateKey, publicKey } = await generateKey({ userIDs: [{ name }], format: 'object' });
  const file = `${rig.rig.place(name)}.asc`;
  await writeFile(file, publicKey.armor());
  return {
    file,
    fingerprint: publicKey.getFingerprint().toUpperCase(),
    async sign(plan: string) {
      const message = await createMessage({ binary: new Uint8Array(await readFile(plan)) });
      await writeFile(`${plan}.asc`, await sign({ message, signingKeys: privateKey, detached: true }));
    },
  };
}

test('a plan ends if nobody waits for it', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
  try {
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as { port: number };
    const configFile = await additionalConfig(`${rig.rig.place('silent')}.yaml`, [
      `127.0.0.1:${port}/some/image:1`,
    ]);
    const settings = rig.toDisk(rig.rig.place('workspace'), { configFile, sourceTlsVerify: false });
    const stop = new AbortController();
    const plan = rig.ask('plans.make', { settings, ticket: 'silent' }, stop.signal);
    await expect.poll(() => sockets.length).toBeGreaterThan(0);
    // The registry never answers: only the abort ends the plan.
    stop.abort();
    expect(await plan.catch((error) => asAirlockError(error).code)).toBe('interrupted');
  } finally {
    for (const socket of sockets) socket.destroy();
    silent.close();
  }
});

test('rejects an invalid configuration with the place of each fault', async () => {
  const configFile = await additionalConfig(`${rig.rig.place('bad')}.yaml`, []);
  await writeFile(
    configFile,
    (await readFile(configFile, 'utf8')).replace('additionalImages', 'additionalImage'),
  );
  await expect(
    rig.ask('plans.make', {
      settings: rig.toDisk(rig.rig.place('workspace'), { configFile }),
      ticket: 'bad',
    }),
  ).rejects.toMatchObject({ code: 'config-invalid', problems: [{ line: 4 }] });
});
