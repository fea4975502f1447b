import { expect, test } from 'vitest';
import type { DeletePreview, DeleteResult } from '../../core/contract/topics/deletes.ts';
import type { EnclaveLine } from '../../core/contract/topics/workspace.ts';
import {
  askedOf,
  busyWords,
  firstForm,
  isConfirmed,
  keptWords,
  previewSentence,
  resultSentence,
} from './delete-words.ts';

const PREVIEW: DeletePreview = {
  images: 338,
  of: 401,
  bytesFreed: 38.4 * 2 ** 30,
  groups: [],
  protected: [],
  protectedTotal: 63,
  tagsOnly: 0,
  absent: [],
  absentTotal: 0,
  attachments: 0,
  problems: [],
};

test('the sentence says what is freed, what goes and what stays', () => {
  expect(previewSentence(PREVIEW)).toBe(
    'Frees 38.4 GiB. 338 of 401 images go, 63 stay because something needs them.',
  );
  expect(previewSentence({ ...PREVIEW, images: 1, of: 1, protectedTotal: 0, bytesFreed: 1024 })).toBe(
    'Frees 1.0 KiB. 1 of 1 image goes.',
  );
  expect(previewSentence({ ...PREVIEW, images: 0, of: 1, protectedTotal: 1 })).toBe(
    'Nothing goes: 1 image stays because something needs it.',
  );
  expect(previewSentence({ ...PREVIEW, images: 0, of: 2, protectedTotal: 0, absentTotal: 2 })).toBe(
    'Nothing goes: the registry does not have it.',
  );
  expect(previewSentence(undefined)).toBe('Nothing is chosen yet.');
});

test('only the registry and the count that go confirm it', () => {
  expect(isConfirmed(' registry.lab:5000  12 ', 'registry.lab:5000', 12)).toBe(true);
  expect(isConfirmed('registry.lab:5000 13', 'registry.lab:5000', 12)).toBe(false);
  expect(isConfirmed('registry.lab:5000', 'registry.lab:5000', 12)).toBe(false);
  expect(isConfirmed('Registry.lab:5000 12', 'registry.lab:5000', 12)).toBe(false);
});

test('what became of it, whole, stopped and broken', () => {
  const result: DeleteResult = {
    images: { total: 5, deleted: 4, absent: 1, kept: 0, failed: 0 },
    bytesFreed: 2 ** 20,
    verified: { images: 9, manifests: 9, blobs: 20, broken: 0 },
    garbageCollection: [],
    restore: [],
    registry: { host: 'r', namespace: '' },
  };
  expect(resultSentence(result, true)).toBe(
    '4 images deleted, 1 gone before. Up to 1.0 MiB are free after garbage collection.',
  );
  const { verified: _verified, ...stopped } = result;
  expect(resultSentence(stopped, false)).toBe('Stopped: 4 images deleted, 1 gone before.');
  const none = { ...result.images, deleted: 0, absent: 0 };
  expect(resultSentence({ ...stopped, images: none }, false)).toBe('Stopped before an image was deleted.');
  expect(resultSentence({ ...result, images: { ...none, absent: 5 } }, true)).toBe(
    'Nothing was left to delete. Up to 1.0 MiB are free after garbage collection.',
  );
  const unfreed = { ...result, bytesFreed: 0 };
  expect(resultSentence({ ...unfreed, images: { ...none, kept: 5 } }, true)).toBe('No image was deleted.');
  expect(resultSentence({ ...unfreed, images: { ...none, failed: 5 } }, false)).toBe(
    'No image was deleted. 5 images could not be deleted.',
  );
  const broken = { ...result, verified: { images: 9, manifests: 9, blobs: 20, broken: 2 } };
  expect(resultSentence(broken, false)).toContain('2 checks of what stays failed.');
});

test('the form begins with the registry of the last push; its state directory only where no transfer is', () => {
  const push = { run: { root: '/state', sequence: 3 }, target: 'registry.lab:5000/ocp' };
  const enclave = { transfers: [{ directory: '/w/transfers/a-0001' }], lastPush: push };
  const first = firstForm(enclave as unknown as EnclaveLine);
  expect(first).toMatchObject({
    destination: 'registry.lab:5000/ocp',
    stateDirectory: '/state',
    how: 'tree',
  });
  const here = { ...enclave, lastPush: { ...push, run: { root: '/w', sequence: 3 } } };
  expect(firstForm(here as unknown as EnclaveLine).stateDirectory).toBe('');
  expect(firstForm(undefined)).toMatchObject({ destination: '', tlsVerify: true });
});

test('a form asks for what it says, without empty fields; a context belongs to a kubeconfig', () => {
  const form = { ...firstForm(undefined), destination: ' registry.lab:5000/ocp ', context: 'lab' };
  expect(askedOf('/w', form)).toEqual({
    workspace: '/w',
    destination: 'registry.lab:5000/ocp',
    destinationTlsVerify: true,
  });
  expect(askedOf('/w', { ...form, kubeconfig: '/k', protectFile: '/p', stateDirectory: '/s' })).toMatchObject(
    {
      ...{ kubeconfig: '/k', context: 'lab', protectFile: '/p', stateDirectory: '/s' },
    },
  );
});

test('what is read, and which configurations say what stays', () => {
  expect(busyWords('probe', 'registry.lab:5000')).toBe('Looking at registry.lab:5000.');
  expect(busyWords(undefined, 'registry.lab:5000')).toBe('Reading what the workspace knows.');
  expect(keptWords({ configurations: ['a.yaml', 'b.yaml'] })).toBe(
    'What is needed is determined by a.yaml, b.yaml.',
  );
  expect(keptWords({ configurations: [] })).toBe('This workspace knows no configuration.');
});
