import { expect, test } from 'vitest';
import type { DeletePreview, DeleteResult } from '../../core/contract/topics/deletes.ts';
import type { EnclaveLine } from '../../core/contract/topics/workspace.ts';
import {
  busyWords,
  firstForm,
  isConfirmed,
  previewSentence,
  requestOf,
  resultSentence,
  retainedWords,
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

test('the heading shows what is freed, deleted and retained', () => {
  expect(previewSentence(PREVIEW)).toBe('Frees 38.4 GiB: 338 of 401 images will be deleted, 63 retained');
  expect(previewSentence({ ...PREVIEW, images: 1, of: 1, protectedTotal: 0, bytesFreed: 1024 })).toBe(
    'Frees 1.0 KiB: 1 of 1 image will be deleted',
  );
  expect(previewSentence({ ...PREVIEW, images: 0, of: 1, protectedTotal: 1 })).toBe(
    'Nothing to delete: 1 image is still needed',
  );
  expect(previewSentence({ ...PREVIEW, images: 0, of: 2, protectedTotal: 0, absentTotal: 2 })).toBe(
    "Nothing to delete: the registry doesn't contain any of the selected images",
  );
  expect(previewSentence(undefined)).toBe('No images selected');
});

test('only the registry and the number of images confirm a deletion', () => {
  expect(isConfirmed(' registry.lab:5000  12 ', 'registry.lab:5000', 12)).toBe(true);
  expect(isConfirmed('registry.lab:5000 13', 'registry.lab:5000', 12)).toBe(false);
  expect(isConfirmed('registry.lab:5000', 'registry.lab:5000', 12)).toBe(false);
  expect(isConfirmed('Registry.lab:5000 12', 'registry.lab:5000', 12)).toBe(false);
});

test('the result of a complete, stopped and broken deletion', () => {
  const result: DeleteResult = {
    images: { total: 5, deleted: 4, absent: 1, retained: 0, failed: 0 },
    bytesFreed: 2 ** 20,
    verified: { images: 9, manifests: 9, blobs: 20, broken: 0 },
    garbageCollection: [],
    restore: [],
    registry: { host: 'r', namespace: '' },
  };
  expect(resultSentence(result, true)).toBe(
    '4 images deleted, 1 already absent from the registry. Garbage collection can free up to 1.0 MiB.',
  );
  const { verified: _verified, ...stopped } = result;
  expect(resultSentence(stopped, false)).toBe(
    'Stopped: 4 images deleted, 1 already absent from the registry.',
  );
  const none = { ...result.images, deleted: 0, absent: 0 };
  expect(resultSentence({ ...stopped, images: none }, false)).toBe('Stopped before any image was deleted.');
  expect(resultSentence({ ...result, images: { ...none, absent: 5 } }, true)).toBe(
    'All images were already absent from the registry. Garbage collection can free up to 1.0 MiB.',
  );
  const unfreed = { ...result, bytesFreed: 0 };
  expect(resultSentence({ ...unfreed, images: { ...none, retained: 5 } }, true)).toBe(
    'No images were deleted.',
  );
  expect(resultSentence({ ...unfreed, images: { ...none, failed: 5 } }, false)).toBe(
    "No images were deleted. 5 images couldn't be deleted.",
  );
  const broken = { ...result, verified: { images: 9, manifests: 9, blobs: 20, broken: 2 } };
  expect(resultSentence(broken, false)).toContain('2 checks on the remaining images failed.');
});

test('the form starts with the registry of the last push, and with its state folder if that has no transfers', () => {
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

test('the request contains the filled-in fields, and a context only with a kubeconfig', () => {
  const form = { ...firstForm(undefined), destination: ' registry.lab:5000/ocp ', context: 'lab' };
  expect(requestOf('/w', form)).toEqual({
    workspace: '/w',
    destination: 'registry.lab:5000/ocp',
    destinationTlsVerify: true,
  });
  expect(
    requestOf('/w', { ...form, kubeconfig: '/k', protectFile: '/p', stateDirectory: '/s' }),
  ).toMatchObject({
    ...{ kubeconfig: '/k', context: 'lab', protectFile: '/p', stateDirectory: '/s' },
  });
});

test('the texts for the current phase and for the configurations', () => {
  expect(busyWords('probe', 'registry.lab:5000')).toBe('Querying registry.lab:5000');
  expect(busyWords(undefined, 'registry.lab:5000')).toBe('Reading the configurations in the workspace');
  const configurations = ['a.yaml', 'b.yaml'];
  expect(retainedWords({ configurations }, 'files')).toBe(
    'Images selected in a.yaml and b.yaml are retained.',
  );
  // The configurations can select what is deleted.
  expect(retainedWords({ configurations }, 'all')).toBe(
    'Images selected in a.yaml and b.yaml are retained, except the images that you delete.',
  );
  expect(retainedWords({ configurations: [] }, 'all')).toBe('The workspace contains no configurations.');
});
