import { expect, test } from 'vitest';
import type { TransferLifeLine } from '../../core/contract/topics/transfers.ts';
import type { GapSide } from '../../core/contract/topics/vocabulary.ts';
import { enclaveActions } from './enclave-actions.ts';

const transfer = (more: Partial<TransferLifeLine> = {}): TransferLifeLine => ({
  ...{ name: 'fleet-0007', number: 7, enclave: 'fleet', directory: '/w/transfers/fleet-0007' },
  ...{ state: 'complete', step: 'fetched', stepAt: '2026-03-01T12:00:00Z', arrived: 'unknown', lacks: 0 },
  ...{ images: 1, bytes: 1, pieces: 1, protected: false, files: [], failed: 0, events: [], notes: [] },
  ...more,
});
const labels = (side: GapSide, ...transfers: TransferLifeLine[]) =>
  enclaveActions({ name: 'fleet', workspace: '/w', transfers, side }).map((action) => action?.label);

test('without a transfer there is only one thing to do', () => {
  expect(labels('both')).toEqual(['Fetch']);
  expect(enclaveActions({ name: 'fleet', workspace: '/w', transfers: [], side: 'both' })[0].to).toBe(
    '/fetch?workspace=%2Fw&enclave=fleet',
  );
});

test('the disconnected side asks whether a transfer is ready', () => {
  expect(labels('disconnected', transfer())).toEqual(['Ready?']);
});

test('a transfer that left waits for its code', () => {
  expect(labels('connected', transfer({ step: 'on-media' }))).toEqual([
    'Enter the code',
    'Fetch the next transfer',
  ]);
});

test('a transfer that is still here is carried, by those who carry', () => {
  expect(labels('connected', transfer())).toEqual(['Carry fleet-0007', 'Fetch the next transfer']);
  expect(labels('both', transfer())).toEqual(['Fetch the next transfer', 'Enter a code']);
  const building = transfer({ name: 'fleet-0008', state: 'under construction' });
  expect(labels('connected', building, transfer())[0]).toBe('Carry fleet-0007');
  expect(labels('connected', transfer({ arrived: 'complete' }))[0]).toBe('Fetch the next transfer');
});
