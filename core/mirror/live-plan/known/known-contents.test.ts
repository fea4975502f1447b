import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sealedRecord } from '../../../base/files/sealed-records.ts';
import type { Digest } from '../../../base/image/digest.ts';
import { sha256 } from '../../../base/image/sha256.ts';
import { contentTable } from './content-table.ts';
import { estimates } from './estimates.ts';
import { knownContents } from './known-contents.ts';

let directory: string;
let file: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'airlock-known-'));
  file = join(directory, 'known-images.jsonl');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const part = (name: string, size: number): { digest: Digest; size: number } => ({
  digest: sha256(name),
  size,
});
const line = (name: string, like: string, blobs: [string, number][]) =>
  sealedRecord(
    JSON.stringify({
      key: `${sha256(name)} all attached`,
      like,
      digest: sha256(name),
      manifests: [part(name, 100)],
      blobs: blobs.map(([blob, size]) => part(blob, size)),
      attachments: [],
    }),
  );
const image = (repository: string, digest?: Digest) => ({
  kind: 'operatorRelatedImage' as const,
  origin: '',
  source: { registry: 'quay.io', repository, digest, tag: digest ? undefined : 'v1' },
  destination: { repository, tag: 'v1' },
  deliverable: 'operator x',
  why: '',
  verdict: { result: 'not-checked' as const },
});

test('reads new lines of another process, waits for the end of a partial line, and forgets a cleared file', async () => {
  const table = contentTable();
  const known = knownContents(file, table);
  await known.refresh();
  expect(known.generation).toBe(0);
  const second = line('two', 'generic quay.io/lab/app', [['own 2', 20]]);
  await writeFile(
    file,
    `${line('one', 'generic quay.io/lab/app', [['own 1', 10]])}not JSON\n${second.slice(0, 40)}`,
  );
  await known.refresh();
  const bytes = (name: string) =>
    known.get(`${sha256(name)} all attached`)?.reduce((sum, number) => sum + table.sizes[number]!, 0);
  expect([bytes('one'), bytes('two'), known.manifestBytes()]).toEqual([110, undefined, 100]);
  await appendFile(file, second.slice(40));
  await known.refresh();
  expect(bytes('two')).toBe(120);
  expect(known.alike('generic quay.io/lab/app')).toHaveLength(2);
  const { generation } = known;
  await known.refresh();
  expect(known.generation).toBe(generation);
  await rm(file);
  await known.refresh();
  expect([bytes('one'), known.alike('generic quay.io/lab/app').length]).toEqual([undefined, 0]);
});

test('estimates an image by its repository, else its organization, else its registry, with shared layers', async () => {
  const table = contentTable();
  const contents = knownContents(file, table);
  const like = (repository: string) => `operatorRelatedImage quay.io/${repository}`;
  const base: [string, number] = ['base', 1000];
  await writeFile(
    file,
    line('a1', like('odf/a'), [base, ['own a1', 10]]) +
      line('a2', like('odf/a'), [base, ['own a2', 30]]) +
      line('b1', like('odf/b'), [base, ['own b1', 500]]) +
      line('c1', like('other/c'), [['own c1', 7000]]),
  );
  await contents.refresh();
  const { of } = estimates({ contents, table });
  const reported = (repository: string) => {
    const numbers = of(image(repository));
    const guesses = [...numbers].filter((number) => table.basis(number));
    const shared = [...numbers].filter((number) => !table.basis(number)).map((number) => table.sizes[number]);
    return { shared, own: guesses.map((number) => [table.sizes[number], table.basis(number)]) };
  };
  // Each also has a manifest of 100 bytes.
  expect(reported('odf/a')).toEqual({ shared: [1000], own: [[120, 'learned']] });
  expect(reported('odf/new')).toEqual({ shared: [1000], own: [[280, 'learned']] });
  expect(reported('nobody/x').own[0]![1]).toBe('learned');
  // Another registry resembles none of them, and a practice world only its own repositories.
  const elsewhere = { ...image('odf/a'), source: { registry: 'ghcr.io', repository: 'odf/a', tag: 'v1' } };
  const [unknown] = of(elsewhere);
  expect([table.basis(unknown!), table.sizes[unknown!]]).toEqual(['unknown', 0]);
  const practice = estimates({ contents, table }, { isPractice: true });
  const basesOf = (repository: string) =>
    [...practice.of(image(repository))].flatMap((number) => table.basis(number) ?? []);
  expect([basesOf('odf/a'), basesOf('odf/new')]).toEqual([['learned'], ['unknown']]);
  const nothing = contentTable();
  const blank = estimates({ contents: knownContents(join(directory, 'none'), nothing), table: nothing });
  const [only] = blank.of(image('odf/a'));
  expect([nothing.basis(only!), nothing.sizes[only!]]).toEqual(['unknown', 0]);
  const [release] = blank.of({ ...image('ocp/a'), kind: 'ocpReleaseContent' });
  expect([nothing.basis(release!), nothing.sizes[release!]]).toEqual(['typical', 70e6]);
});
