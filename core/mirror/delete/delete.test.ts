import { copyFile, cp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { dockerRegistry } from '../../registry/exchange/registry.fixture.ts';
import { RecordedRegistry } from '../../registry/server/recorded-registry.fixture.ts';
import { startRegistryServer } from '../../registry/server/start.ts';
import { memoryStorage } from '../../registry/server/storage/memory-storage.ts';
import { listRuns } from '../../runs/audit/read-runs.ts';
import { verifyRunLog } from '../../runs/audit/verify-run-log.ts';
import {
  across,
  control,
  imagesOf,
  missingAt,
  newRig,
  type Rig,
  split,
  toRegistry,
} from '../mirror.fixture.ts';
import { deletionOfFile, execute, generate, manifestStatus, mirrored, tagsAt } from './delete.fixture.ts';
import { t as planText } from './plan/messages.ts';

let rig: Rig;
/** Before each test the core set has been mirrored to this workspace and pushed from there to this registry. */
let workspace: string;
const registry = new RecordedRegistry();
let host: string;
/** Files that a push changes. */
let changed: string[];
beforeAll(async () => {
  rig = await newRig();
  await registry.startAt();
  host = registry.host;
  workspace = await mirrored(rig, host, [rig.world.sets.core.file]);
  registry.settle();
  changed = [workspace, join(rig.directory, 'state')];
  for (const path of changed) await cp(path, `${path}.before`, { recursive: true });
});
afterAll(async () => {
  await registry.stop();
  await rig[Symbol.asyncDispose]();
});
beforeEach(async () => {
  registry.forgetAfter(0);
  await registry.startAt(0);
  for (const path of changed) {
    await rm(path, { recursive: true });
    await cp(`${path}.before`, path, { recursive: true });
  }
});

/** An empty registry. */
async function emptyRegistry() {
  const server = await startRegistryServer({ storage: memoryStorage() });
  return { host: server.host, [Symbol.asyncDispose]: () => server.close() };
}

/** Names of the core set that only the oldest release has. */
function oldest(): { names: string[]; rest: ReturnType<typeof imagesOf> } {
  const names = new Set(imagesOf(rig, 'release-one').map(({ destination }) => destination));
  return {
    names: [...names],
    rest: imagesOf(rig, 'core').filter(({ destination }) => !names.has(destination)),
  };
}

describe('the oldest release', () => {
  test('is deleted without the content that newer ones share, and the rest is verified', async () => {
    const before = await tagsAt(host);
    const configFile = await deletionOfFile(rig, rig.world.sets['release-one'].file);
    const upstream = rig.world.upstream.stats.requests;
    const { plan, files, configurations } = await generate(rig, host, { workspace, configFile });
    expect(rig.world.upstream.stats.requests).toBe(upstream);
    expect(configurations).toEqual(['imageset.yaml']);
    expect(await tagsAt(host)).toEqual(before);

    const { names, rest } = oldest();
    expect(
      [...plan.images, ...plan.tagsOnly].map(({ repository, tag }) => `${repository}:${tag}`).sort(),
    ).toEqual([...names].sort());
    expect(plan.tagsOnly.length).toBeGreaterThan(0);
    expect(plan.images.length).toBeGreaterThan(0);
    expect(plan.protected.map(({ image }) => image).sort()).toEqual(
      plan.tagsOnly.map(({ repository, tag }) => `${repository}:${tag}`).sort(),
    );
    expect(plan.bytesFreed).toBeGreaterThan(0);

    const done = await execute(rig, host, files[0]!);
    expect(done).toMatchObject({
      status: 'complete',
      exitCode: 0,
      images: { total: plan.images.length, deleted: plan.images.length, failed: 0 },
      problems: [],
    });
    expect(await missingAt(host, rest)).toEqual([]);
    const after = await tagsAt(host);
    // This registry can delete single tags, so all names of the release are removed.
    expect(names.filter((name) => after.has(name))).toEqual([]);
    // Signatures of deleted manifests are deleted with them, and the others are unchanged.
    const removed = new Set(plan.manifests.map(({ digest }) => digest));
    const orphans = [...after.keys()].filter((name) =>
      removed.has(`sha256:${/sha256-([0-9a-f]{64})\.sig$/.exec(name)?.[1]}`),
    );
    expect(orphans).toEqual([]);
    expect(plan.attachments.length).toBeGreaterThan(0);

    const runs = airlockDirectory(workspace, 'runs');
    expect(await verifyRunLog(runs)).toMatchObject({ ok: true });
    const last = (await listRuns(runs)).at(-1)!;
    expect(last.run).toMatchObject({ workflow: 'delete', status: 'complete' });

    // A second time there is nothing left to do.
    const again = await execute(rig, host, files[0]!);
    expect(again).toMatchObject({ status: 'complete', exitCode: 0, images: { deleted: 0, failed: 0 } });
    expect(await tagsAt(host)).toEqual(after);

    // A push restores the images, as the result suggests; --trust-ledger knows that they were deleted.
    expect(done.restore[0]).toContain(`--from file://${workspace} docker://${host}`);
    await toRegistry(rig, workspace, host, { configFile: rig.world.sets.core.file, trustLedger: true });
    expect(await missingAt(host, imagesOf(rig, 'core'))).toEqual([]);
  });

  test("is deleted from Debian's docker-registry, which can't delete single tags", async () => {
    await using registry = await dockerRegistry();
    const configured = { configFile: rig.world.sets.core.file };
    expect(await toRegistry(rig, workspace, registry.host, configured)).toMatchObject({ exitCode: 0 });
    const configFile = await deletionOfFile(rig, rig.world.sets['release-one'].file);
    const { plan, files } = await generate(rig, registry.host, { workspace, configFile });
    const done = await execute(rig, registry.host, files[0]!);
    expect(done).toMatchObject({ exitCode: 0, images: { deleted: plan.images.length, failed: 0 } });
    expect(done.garbageCollection).toEqual([expect.stringContaining('garbage-collect')]);
    const after = await tagsAt(registry.host);
    for (const { repository, tag } of plan.images) expect(after.has(`${repository}:${tag}`)).toBe(false);
    for (const { repository, tag } of plan.tagsOnly) expect(after.has(`${repository}:${tag}`)).toBe(true);
    expect(await missingAt(registry.host, oldest().rest)).toEqual([]);
  });

  test('is deleted with its tags from a registry that retains tags without their manifest', async () => {
    const storage = memoryStorage();
    // As crane: DELETE by digest succeeds, and the tags still return the manifest.
    storage.writer!.deleteManifest = async () => true;
    const retaining = await startRegistryServer({ storage });
    try {
      const configured = { configFile: rig.world.sets.core.file };
      expect(await toRegistry(rig, workspace, retaining.host, configured)).toMatchObject({ exitCode: 0 });
      const configFile = await deletionOfFile(rig, rig.world.sets['release-one'].file);
      const { plan, files } = await generate(rig, retaining.host, { workspace, configFile });
      await execute(rig, retaining.host, files[0]!);
      const after = await tagsAt(retaining.host);
      for (const { repository, tag } of plan.images) expect(after.has(`${repository}:${tag}`)).toBe(false);
      expect(await missingAt(retaining.host, oldest().rest)).toEqual([]);
    } finally {
      await retaining.close();
    }
  });

  test('fails if the registry retains the tags and rejects their deletion', async () => {
    const storage = memoryStorage();
    storage.writer!.deleteManifest = async () => true;
    const retaining = await startRegistryServer({ storage, quirks: { tagDeletions: 'rejected' } });
    try {
      const configured = { configFile: rig.world.sets.core.file };
      expect(await toRegistry(rig, workspace, retaining.host, configured)).toMatchObject({ exitCode: 0 });
      const configFile = await deletionOfFile(rig, rig.world.sets['release-one'].file);
      const { files } = await generate(rig, retaining.host, { workspace, configFile });
      const done = await execute(rig, retaining.host, files[0]!);
      expect(done).toMatchObject({ exitCode: 2, images: { deleted: 0 } });
      expect(done.images.failed).toBeGreaterThan(0);
    } finally {
      await retaining.close();
    }
  });

  test('deletes indexes of referrers before the referrers, as zot requires', async () => {
    const storage = memoryStorage();
    const { writer } = storage;
    const remove = writer!.deleteManifest.bind(writer);
    const referenced: string[] = [];
    writer!.deleteManifest = async (repository, digest) => {
      for (const tag of (await storage.tags(repository)) ?? []) {
        const index = await storage.manifest(repository, (await storage.tag(repository, tag))!);
        const { manifests = [] } = JSON.parse(index!.bytes.toString()) as {
          manifests?: { digest: string }[];
        };
        if (manifests.some((each) => each.digest === digest)) referenced.push(`${repository}@${digest}`);
      }
      return remove(repository, digest);
    };
    const enforcing = await startRegistryServer({ storage });
    try {
      const additional = rig.world.sets.additional.file;
      const own = await mirrored(rig, enforcing.host, [additional]);
      const configFile = await deletionOfFile(rig, additional);
      const { plan, files } = await generate(rig, enforcing.host, { workspace: own, configFile });
      expect(plan.attachments.length).toBeGreaterThan(1);
      await execute(rig, enforcing.host, files[0]!);
      expect(referenced).toEqual([]);
      expect((await tagsAt(enforcing.host)).size).toBe(0);
    } finally {
      await enforcing.close();
    }
  });

  test('is retained for a second configuration, unless other configurations are given', async () => {
    const { core, 'release-one': one } = rig.world.sets;
    await mirrored(rig, host, [one.file], { workspace });
    const configFile = await deletionOfFile(rig, one.file);
    const { plan, files } = await generate(rig, host, { workspace, configFile });
    expect(plan.images).toEqual([]);
    expect(plan.protected[0]!.reason).toMatch(/selected by imageset-release-one.yaml and imageset.yaml/);
    expect(await readFile(files[0]!, 'utf8')).toContain('items: []');
    expect(await execute(rig, host, files[0]!)).toMatchObject({
      exitCode: 0,
      images: { total: 0, deleted: 0 },
    });

    const saved = await generate(rig, host, {
      workspace,
      configFile,
      keep: [rig.world.sets.additional.file],
    });
    expect(saved.plan.images.length).toBeGreaterThan(0);
    expect(saved.configurations).toEqual(['imageset-additional.yaml']);
    const stored = await generate(rig, host, { workspace, configFile, keep: [core.file] });
    expect(stored.plan.images).toEqual([]);
  });

  test('is retained for an identical file with another name', async () => {
    const one = rig.world.sets['release-one'].file;
    const other = `${rig.place('lab')}.yaml`;
    await copyFile(one, other);
    await using registry = await emptyRegistry();
    const { host } = registry;
    const workspace = await mirrored(rig, host, [one, other]);
    const { plan } = await generate(rig, host, { workspace, configFile: await deletionOfFile(rig, one) });
    expect(plan.images).toEqual([]);
    expect(plan.protected[0]!.reason).toMatch(/selected by imageset-release-one.yaml and lab-\d+.yaml/);
  });

  test('is deleted if the file of its configuration was renamed', async () => {
    const [before, after] = [`${rig.place('before')}.yaml`, `${rig.place('after')}.yaml`];
    await copyFile(rig.world.sets['release-one'].file, before);
    await using registry = await emptyRegistry();
    const { host } = registry;
    const workspace = await mirrored(rig, host, [before]);
    await rename(before, after);
    await mirrored(rig, host, [after], { workspace });
    const configFile = await deletionOfFile(rig, after);
    const renamed = await generate(rig, host, { workspace, configFile });
    expect(renamed.configurations).toEqual([basename(after)]);
    expect(renamed.plan.protected).toEqual([]);
    // The next version of the renamed file is still the same configuration.
    await writeFile(after, `# edited\n${await readFile(after, 'utf8')}`);
    await mirrored(rig, host, [after], { workspace });
    expect((await generate(rig, host, { workspace, configFile })).plan.protected).toEqual([]);
  });

  test('retains the images of --protect', async () => {
    const configFile = await deletionOfFile(rig, rig.world.sets['release-one'].file);
    const payload = oldest().names.find((name) => name.startsWith('openshift/release-images:'))!;
    const protectFile = `${rig.place('protect')}.txt`;
    await writeFile(
      protectFile,
      `# auditors\ndocker://${host}/${payload} # until May\nopenshift/release:*\n`,
    );
    const { plan } = await generate(rig, host, { workspace, configFile, protectFile });
    expect(plan.images).toEqual([]);
    expect(plan.protected).toContainEqual({
      image: payload,
      reason: expect.stringContaining(planText('protectedBy', { place: '' }).trim()),
    });
    await writeFile(protectFile, 'other.example:5000/a/b:1\n');
    await expect(generate(rig, host, { workspace, configFile, protectFile })).rejects.toMatchObject({
      code: 'config-invalid',
      at: { line: 1 },
    });
  });

  test('is deleted after mirror to mirror, with --force-cache-delete', async () => {
    await using registry = await emptyRegistry();
    const { host } = registry;
    const workspace = rig.place('across');
    await across(rig, workspace, host, rig.world.sets.core.file);
    const configFile = await deletionOfFile(rig, rig.world.sets['release-one'].file);
    const { plan, files } = await generate(rig, host, { workspace, configFile });
    expect(plan.images.length).toBeGreaterThan(0);
    const done = await execute(rig, host, files[0]!, { forceCacheDelete: true });
    expect(done).toMatchObject({ exitCode: 0 });
    expect(done.store!.bytes).toBeGreaterThan(0);
    expect(done.restore[0]).toMatch(/^The images were pushed by run \d+ in /);
    expect(await missingAt(host, oldest().rest)).toEqual([]);
  });
});

describe('execution', () => {
  let list: string;
  let total: number;
  beforeEach(async () => {
    const configFile = await deletionOfFile(rig, rig.world.sets.core.file);
    const generated = await generate(rig, host, { workspace, configFile });
    list = generated.files[0]!;
    total = generated.plan.images.length;
    expect(generated.plan.protected).toEqual([]);
  });

  test('reports a registry without deletions before the first one, with the setting to change', async () => {
    for (const product of ['distribution', 'quay', 'harbor', 'nexus', 'artifactory', 'zot'] as const) {
      await using stack = new AsyncDisposableStack();
      const rejecting = stack.adopt(
        await startRegistryServer({
          storage: await registry.copyAt(0),
          allowDelete: false,
          quirks: { product },
        }),
        (each) => each.close(),
      );
      const before = await tagsAt(rejecting.host);
      const text = (await readFile(list, 'utf8')).replaceAll(host, rejecting.host);
      const own = `${rig.place('list')}.yaml`;
      await writeFile(own, text);
      rejecting.resetStats();
      const error = await execute(rig, rejecting.host, own).catch((thrown) => thrown);
      expect(error).toMatchObject({ code: 'delete-rejected', exitCode: 4, side: 'destination' });
      const words = {
        distribution: 'storage.delete.enabled',
        quay: 'Quay',
        harbor: 'Harbor',
        nexus: 'nx-repository',
        artifactory: 'Delete/Overwrite',
        zot: 'http.accessControl',
      };
      expect(error.remedy).toContain(words[product]);
      expect(rejecting.stats.byRoute['DELETE manifests']).toMatchObject({ requests: 1 });
      expect(await tagsAt(rejecting.host)).toEqual(before);
    }
  }, 60_000);

  test('retains a tag that was moved since, and its manifest', async () => {
    const moved = rig.world.inventory.additional.find(({ source }) => !source.includes('@'))!;
    const { repository, tag } = split(moved.destination);
    const url = `http://${host}/v2/${repository}/manifests/${tag}`;
    const old = await fetch(url, { headers: { accept: '*/*' } });
    const body = JSON.stringify({ ...((await old.json()) as object), annotations: { note: 'mine' } });
    await fetch(url, { method: 'PUT', body, headers: { 'content-type': old.headers.get('content-type')! } });
    const now = (await tagsAt(host)).get(moved.destination);
    expect(now).not.toBe(moved.digest);
    const done = await execute(rig, host, list);
    expect(done).toMatchObject({ status: 'partial', exitCode: 2, images: { retained: 1, failed: 0 } });
    expect(done.problems).toContainEqual(
      expect.objectContaining({ code: 'delete-list', message: expect.stringContaining(moved.destination) }),
    );
    expect((await tagsAt(host)).get(moved.destination)).toBe(now);
  });

  test('retains the manifest of a tag that was added since', async () => {
    const [first] = imagesOf(rig, 'release-one').filter(({ attachments }) => attachments.length > 0);
    const { repository, tag } = split(first!.destination);
    const got = await fetch(`http://${host}/v2/${repository}/manifests/${tag}`, {
      headers: { accept: '*/*' },
    });
    const headers = { 'content-type': got.headers.get('content-type')! };
    await fetch(`http://${host}/v2/${repository}/manifests/mine`, {
      method: 'PUT',
      body: await got.text(),
      headers,
    });
    const done = await execute(rig, host, list);
    expect(done.protected).toEqual([]);
    expect(done.tagsOnly).toContainEqual({
      image: first!.destination,
      reason: planText('manifestShared', { image: `${repository}:mine`, digest: first!.digest }),
    });
    const after = await tagsAt(host);
    expect(after.get(`${repository}:mine`)).toBe(first!.digest);
    // Its signature is retained with it.
    for (const attached of first!.attachments) expect(after.has(`${repository}:${attached.tag}`)).toBe(true);
  });

  test('completes started deletions when stopped, and resumes with the same command', async () => {
    const before = control({ pause: AbortSignal.abort() });
    expect(await execute(rig, host, list, {}, before)).toMatchObject({
      status: 'paused',
      images: { deleted: 0, absent: 0 },
      bytesFreed: 0,
    });
    const pause = new AbortController();
    let seen = 0;
    const stopping = control({
      pause: pause.signal,
      onEvent: (event) => {
        if (event.type === 'image' && ++seen === 3) pause.abort();
      },
    });
    const first = await execute(rig, host, list, {}, stopping);
    expect(first).toMatchObject({ status: 'paused', exitCode: 3 });
    expect(first.images.deleted).toBeGreaterThan(0);
    expect(first.images.deleted).toBeLessThan(total);
    const second = await execute(rig, host, list);
    expect(second).toMatchObject({
      status: 'complete',
      exitCode: 0,
      images: { absent: first.images.deleted },
    });
    expect(await tagsAt(host)).toEqual(new Map());
    for (const { destination, manifests } of imagesOf(rig, 'core'))
      for (const { digest } of manifests)
        expect(await manifestStatus(host, split(destination).repository, digest)).toBe(404);
  });

  test('retries network errors, and leaves an image complete after a permanent one', async () => {
    registry.server.faults.set({
      rules: [
        { method: 'DELETE', every: 3, status: 503 },
        { method: 'HEAD', every: 11, reset: 'before' },
      ],
    });
    expect(await execute(rig, host, list)).toMatchObject({ status: 'complete', exitCode: 0 });
    registry.server.faults.clear();
    expect(await tagsAt(host)).toEqual(new Map());

    await toRegistry(rig, workspace, host, { configFile: rig.world.sets.core.file });
    const index = imagesOf(rig, 'core').find(({ manifests }) => manifests.length > 1)!;
    registry.server.faults.set({
      rules: [{ method: 'DELETE', path: `manifests/${index.digest}`, status: 500 }],
    });
    const done = await execute(rig, host, list);
    expect(done).toMatchObject({ status: 'partial', exitCode: 2 });
    expect(done.images.failed).toBeGreaterThan(0);
    registry.server.faults.clear();
    expect(await missingAt(host, [index])).toEqual([]);
    expect(await execute(rig, host, list)).toMatchObject({ status: 'complete', exitCode: 0 });
    expect(await tagsAt(host)).toEqual(new Map());
  });

  test('reports a damaged image among the retained ones', async () => {
    const configFile = await deletionOfFile(rig, rig.world.sets['release-one'].file);
    const { files, plan } = await generate(rig, host, { workspace, configFile });
    const newer = imagesOf(rig, 'core').find(
      ({ destination, blobs }) =>
        destination.startsWith('openshift/release:') &&
        plan.retained.some(({ repository, tag }) => `${repository}:${tag}` === destination) &&
        blobs.length > 0,
    )!;
    await fetch(`http://${host}/v2/openshift/release/blobs/${newer.blobs[0]!.digest}`, { method: 'DELETE' });
    const done = await execute(rig, host, files[0]!);
    expect(done).toMatchObject({ status: 'partial', exitCode: 2 });
    expect(done.problems).toContainEqual(
      expect.objectContaining({
        code: 'remaining-image-broken',
        message: expect.stringContaining(newer.blobs[0]!.digest),
      }),
    );
  });
});
