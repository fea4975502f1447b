import { expect, test } from 'vitest';
import type { TransferLifeLine } from '../../core/contract/topics/transfers.ts';
import type { GapSide } from '../../core/contract/topics/vocabulary.ts';
import { enclaveActions } from './enclave-actions.ts';
import { t } from './messages.ts';

const transfer = (more: Partial<TransferLifeLine> = {}): TransferLifeLine => ({
  ...{ name: 'fleet-0007', number: 7, enclave: 'fleet', directory: '/w/transfers/fleet-0007' },
  ...{ state: 'complete', step: 'fetched', stepAt: '2026-03-01T12:00:00Z', arrived: 'unknown', missing: 0 },
  ...{
    images: 1,
    bytes: 1,
    volumes: 1,
    protected: false,
    received: false,
    files: [],
    failed: 0,
    events: [],
    notes: [],
  },
  ...more,
});
const labels = (side: GapSide, ...transfers: TransferLifeLine[]) =>
  enclaveActions({ name: 'fleet', workspace: '/w', transfers, side }).map((action) => action?.label);

test('without a transfer, the only action is the first fetch', () => {
  expect(labels('both')).toEqual([t('fetchButton')]);
  expect(enclaveActions({ name: 'fleet', workspace: '/w', transfers: [], side: 'both' })[0].to).toBe(
    '/fetch?workspace=%2Fw&enclave=fleet',
  );
});

test('the disconnected side checks whether a transfer is ready', () => {
  expect(labels('disconnected', transfer())).toEqual([t('readyButton')]);
});

test('a transfer on media waits for its code', () => {
  expect(labels('connected', transfer({ step: 'on-media' }))).toEqual([
    t('enterCodeButton'),
    t('fetchNextButton'),
  ]);
});

test('only the connected side carries a fetched transfer', () => {
  expect(labels('connected', transfer())).toEqual([
    t('carryButton', { transfer: 'fleet-0007' }),
    t('fetchNextButton'),
  ]);
  expect(labels('both', transfer())).toEqual([t('fetchNextButton'), t('enterCodeButton')]);
  const building = transfer({ name: 'fleet-0008', state: 'under-construction' });
  expect(labels('connected', building, transfer())[0]).toBe(t('carryButton', { transfer: 'fleet-0007' }));
  expect(labels('connected', transfer({ arrived: 'complete' }))[0]).toBe(t('fetchNextButton'));
});
