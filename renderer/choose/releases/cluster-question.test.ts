import { describe, expect, it } from 'vitest';
import type { UpgradeAnswer } from '../../../core/contract/topics/upgrades.ts';
import { isUnknown, questionOf, requestedChannels } from './cluster-question.ts';

const range = { name: 'fast-4.18', minVersion: '4.16.20', maxVersion: '4.18.9' };
const answered = (more: object) => more as unknown as UpgradeAnswer;

describe('the input of the cluster step', () => {
  it('comes from a text that selects one range', () => {
    expect(questionOf({}, [range], undefined, false)).toEqual({
      from: '4.16.20',
      to: '4.18.9',
      channel: 'fast',
      avoidRisks: false,
    });
  });

  it('has no current version for a single release or an open range', () => {
    const one = { name: 'stable-4.18', minVersion: '4.18.9', maxVersion: '4.18.9' };
    expect(questionOf({}, [one], undefined, false)).toMatchObject({ from: '', to: '4.18.9' });
    const open = { name: 'stable-4.18', minVersion: '4.18.1' };
    expect(questionOf({}, [open], undefined, false)).toMatchObject({ from: '', to: '' });
  });

  it('comes from the draft before the text', () => {
    const draft = { from: '4.17.1', to: '4.18.2' };
    expect(questionOf(draft, [range], 'eus', true)).toEqual({ ...draft, channel: 'eus', avoidRisks: true });
    // A new cluster has no current version, whatever the text selects.
    expect(questionOf({ to: '4.18.2' }, [range], undefined, false)).toMatchObject({ from: '', to: '4.18.2' });
  });

  it('has no versions for a text with several channels, and uses the last channel', () => {
    const releases = [range, { name: 'eus-4.18' }];
    expect(questionOf({}, releases, undefined, false)).toEqual({
      from: '',
      to: '',
      channel: 'eus',
      avoidRisks: false,
    });
  });

  it('defaults to stable', () => {
    expect(questionOf({}, [], undefined, false).channel).toBe('stable');
    expect(questionOf({}, [{ name: 'custom' }], undefined, false).channel).toBe('stable');
  });
});

describe('the channels for the text', () => {
  const question = { from: '4.16.20', to: '4.18.9', channel: 'stable', avoidRisks: false };
  const channels = [{ name: 'stable-4.17', minVersion: '4.16.20', shortestPath: true }];

  it('are undefined while the answer is loading', () => {
    expect(requestedChannels(question, undefined, [], true)).toBeUndefined();
  });

  it('are those of the answer', () => {
    expect(requestedChannels(question, answered({ configuration: { channels } }), [], false)).toBe(channels);
  });

  it('are the range itself without an answer', () => {
    const plain = [{ name: 'stable-4.18', minVersion: '4.16.20', maxVersion: '4.18.9', shortestPath: true }];
    expect(requestedChannels(question, undefined, [], false)).toEqual(plain);
    expect(requestedChannels(question, answered({ rejection: { kind: 'no-path' } }), [], false)).toEqual(
      plain,
    );
  });

  it('are one release for a new cluster, whatever the answer was before', () => {
    const fresh = { ...question, from: '' };
    expect(requestedChannels(fresh, answered({ configuration: { channels } }), [], false)).toEqual([
      { name: 'stable-4.18', minVersion: '4.18.9', maxVersion: '4.18.9', shortestPath: false },
    ]);
  });
});

describe('a stored graph', () => {
  it.each(['unknown-version', 'missing-minor', 'empty-graph', 'unknown-channel'])(
    'may be too old for %s',
    (kind) => expect(isUnknown(answered({ rejection: { kind } }))).toBe(true),
  );

  it('knows versions without a path between them', () => {
    expect(isUnknown(answered({ rejection: { kind: 'no-path' } }))).toBe(false);
    expect(isUnknown(answered({}))).toBe(false);
    expect(isUnknown(undefined)).toBe(false);
  });
});
