import { expect, test } from 'vitest';
import type { TransferLine, WorkspaceLine } from '../../../core/contract/topics/workspace.ts';
import { arrivalLine } from '../media.fixture.ts';
import { rewriteOffer } from './rewrite.ts';

const arrival = arrivalLine(['complete', 'damaged', 'missing']);
const transfer: TransferLine = {
  ...{ name: 'fleet-0008', number: 8, state: 'complete', createdAt: arrival.createdAt, images: 1, bytes: 1 },
  ...{ volumes: 3, step: 'on-media', arrived: 'unknown', missing: 0, protected: false, received: false },
  ...{ directory: '/w/transfers/fleet-0008', written: { volumes: 3, of: 3, drives: ['A'] } },
};
const having = (more: Partial<TransferLine>): WorkspaceLine => ({
  ...{ directory: '/w', name: 'w', state: 'ready', bytes: 0, arriving: [], practice: false },
  enclaves: [{ name: 'fleet', next: 'receive', transfers: [{ ...transfer, ...more }] }],
});
const NONE = { push: undefined, resume: undefined, receive: undefined };

test('volumes that did not arrive are written again from the workspace that wrote them', () => {
  expect(rewriteOffer(arrival, NONE, [having({})], ['/mnt/a'], undefined)).toEqual({
    label: 'Write volumes 2 and 3 again',
    to: '/carry?workspace=%2Fw&transfer=fleet-0008&to=%2Fmnt%2Fa&volumes=2%2C3',
  });
  const one = arrivalLine(['complete', 'damaged']);
  expect(rewriteOffer(one, NONE, [having({})], [], undefined)).toEqual({
    label: 'Write volume 2 again',
    to: '/carry?workspace=%2Fw&transfer=fleet-0008&volumes=2',
  });
});

test.each<[string, Parameters<typeof rewriteOffer>]>([
  ['without a transfer', [undefined, NONE, [having({})], [], undefined]],
  ['of a complete transfer', [arrivalLine(['complete']), NONE, [having({})], [], undefined]],
  ['before drives were read', [arrival, { ...NONE, receive: offer(true) }, [having({})], [], undefined]],
  ['on the disconnected side', [arrival, NONE, [having({})], [], 'disconnected']],
  [
    'of another transfer of this name',
    [arrival, NONE, [having({ createdAt: '2020-01-01T00:00:00Z' })], [], undefined],
  ],
  ['of a workspace that received it', [arrival, NONE, [having({ received: true })], [], undefined]],
  ['that were never on drives', [arrival, NONE, [having({ written: undefined })], [], undefined]],
])('offers no volumes %s', (_what, of) => {
  expect(rewriteOffer(...of)).toBeUndefined();
});

function offer(primary: boolean) {
  return { label: '', primary, blocked: false };
}
