import { expect, test } from 'vitest';
import {
  carryAddress,
  clusterAddress,
  deleteAddress,
  deletionAddress,
  enclaveAddress,
  readyAddress,
  receiveAddress,
  recordAddress,
  runAddress,
  storageAddress,
} from './addresses.ts';

/** Returns the path and the parameters that a screen reads from an address. */
function read(address: string) {
  const { pathname, searchParams } = new URL(address, 'http://airlock');
  return [decodeURIComponent(pathname), Object.fromEntries(searchParams)];
}

/** A folder with every character that has a meaning in addresses. */
const FOLDER = '/srv/a b&c=d?e#f%20/ü+';

test('folders and names are read back unchanged', () => {
  const run = { root: FOLDER, sequence: 7 };
  expect(read(runAddress(run))).toEqual(['/run/7', { root: FOLDER }]);
  expect(read(recordAddress(run))).toEqual(['/history/7', { root: FOLDER }]);
  expect(read(storageAddress(FOLDER))).toEqual(['/storage', { workspace: FOLDER }]);
  expect(read(clusterAddress(FOLDER))).toEqual(['/cluster', { directory: FOLDER }]);
  expect(read(readyAddress(FOLDER))).toEqual(['/ready', { directory: FOLDER }]);
  expect(read(receiveAddress(FOLDER))).toEqual(['/receive', { directory: FOLDER }]);
  expect(read(carryAddress(FOLDER, 'n-1'))).toEqual(['/carry', { workspace: FOLDER, transfer: 'n-1' }]);
  expect(read(enclaveAddress(FOLDER, 'a/b'))).toEqual(['/enclaves/a/b', { workspace: FOLDER }]);
  expect(read(enclaveAddress(FOLDER, 'a', 'n-1'))).toEqual([
    '/enclaves/a',
    { workspace: FOLDER, transfer: 'n-1' },
  ]);
  expect(read(deleteAddress(FOLDER, 'a'))).toEqual(['/enclaves/a/delete', { workspace: FOLDER }]);
  expect(read(deletionAddress('a', run))).toEqual([
    '/enclaves/a/delete',
    { workspace: FOLDER, root: FOLDER, run: '7' },
  ]);
});

test("a slash in the name of an enclave doesn't separate path segments", () => {
  expect(enclaveAddress('/w', 'a/b')).toMatch(/^\/enclaves\/a%2Fb\?/);
});
