import { afterEach, beforeEach, expect, test } from 'vitest';
import { sha256 } from '../../base/image/sha256.ts';
import { workingFiles } from '../../store/workspace/working-files.ts';
import { pushedTags } from '../copy/pushed-tags.ts';
import type { PartContents } from './known/part-sums.ts';
import type { PlannedDraft } from './known/planner-answers.ts';
import { type TemporaryPlace, temporaryPlace } from './live-plan.fixture.ts';
import { whereContentIs } from './where-content-is.ts';

let temporary: TemporaryPlace;
beforeEach(async () => {
  temporary = await temporaryPlace();
});
afterEach(() => temporary[Symbol.asyncDispose]());

const draft = (given: Partial<PlannedDraft>): PlannedDraft => ({
  ...{ text: '', file: '/isc.yaml', enclave: 'default', goal: 'registry', options: {} },
  ...given,
});

/** A part of one image at `lab/app:v1`, and numbers of its content. */
function imagePart(): { part: PartContents; numbers: number[] } {
  const { table } = temporary.place;
  const numbers = [table.numberOf(sha256('app'), 100), table.numberOf(sha256('layer'), 1000)];
  const contents = Uint32Array.from(numbers);
  const tag = { repository: 'lab/app', tag: 'v1', digest: sha256('app'), contents };
  const part = {
    ...{ id: 'image app', kind: 'additional' as const, name: 'app', why: '', images: ['app'] },
    ...{ moreImages: 0, contents, estimated: false, tags: [tag] },
  };
  return { part, numbers };
}

/** Records a push as a run does. */
async function pushed(host: string, repository: string, tag = 'v1', content = 'app'): Promise<void> {
  const state = workingFiles(`${temporary.directory}/.airlock`, { colons: true });
  const record = await pushedTags({ state }, host);
  record.add(repository, tag, sha256(content));
  await record.save();
}

const HERE: [string, string, string, string][] = [
  ['mirror.lab:5000', 'mirror.lab:5000', 'lab/app', 'the registry'],
  ['docker://mirror.lab:5000', 'mirror.lab:5000', 'lab/app', 'the registry with its scheme'],
  ['mirror.lab:5000/ocp/one', 'mirror.lab:5000', 'ocp/one/lab/app', 'a namespace'],
  ['mirror.lab:5000/ocp/', 'mirror.lab:5000', 'ocp/lab/app', 'a namespace with a trailing slash'],
];
test.each(HERE)('content pushed to %s exists there', async (destination, host, repository) => {
  await pushed(host, repository);
  const { part, numbers } = imagePart();
  const where = (await whereContentIs(draft({ destination }), temporary.place))([part]);
  expect(numbers.map(where.there)).toEqual([true, true]);
  expect(numbers.map(where.stored)).toEqual([false, false]);
  expect(where.there(temporary.place.table.numberOf(sha256('other'), 1))).toBe(false);
});

test.each<[string, string | undefined, [string, string, string?, string?]]>([
  ['the destination is missing', undefined, ['mirror.lab:5000', 'lab/app']],
  ['the destination is incomplete', 'mirror', ['mirror.lab:5000', 'lab/app']],
  ['the destination has a login', 'u:secret@mirror.lab', ['mirror.lab', 'lab/app']],
  ['another registry has it', 'other.lab', ['mirror.lab:5000', 'lab/app']],
  ['another namespace has it', 'mirror.lab:5000/ocp', ['mirror.lab:5000', 'lab/app']],
  ['another tag was pushed', 'mirror.lab:5000', ['mirror.lab:5000', 'lab/app', 'v2']],
  ['the tag has other content there', 'mirror.lab:5000', ['mirror.lab:5000', 'lab/app', 'v1', 'old']],
])('no content counts as pushed where %s', async (_, destination, [host, repository, tag, content]) => {
  await pushed(host, repository, tag, content);
  const { part, numbers } = imagePart();
  const where = (await whereContentIs(draft({ destination }), temporary.place))([part]);
  expect(numbers.map(where.there)).toEqual([false, false]);
});

test('parts without tags and an empty list have nothing at the registry', async () => {
  await pushed('mirror.lab', 'lab/app');
  const { part, numbers } = imagePart();
  const whereIs = await whereContentIs(draft({ destination: 'mirror.lab' }), temporary.place);
  const { tags: _tags, ...untagged } = part;
  expect(numbers.map(whereIs([untagged]).there)).toEqual([false, false]);
  expect(numbers.map(whereIs([]).there)).toEqual([false, false]);
});

test('in a mirror to disk, an empty workspace has sent and stored nothing, guesses included', async () => {
  const { part, numbers } = imagePart();
  const guess = temporary.place.table.guess('release 4.18.1', 1000, 'typical');
  const where = (await whereContentIs(draft({ goal: 'disk' }), temporary.place))([part]);
  expect([...numbers, guess].map(where.there)).toEqual([false, false, false]);
  expect([...numbers, guess].map(where.stored)).toEqual([false, false, false]);
});
