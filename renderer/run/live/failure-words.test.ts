import { describe, expect, test } from 'vitest';
import type { RunFailure } from '../../../core/contract/topics/run.ts';
import { failureCause, failureConsequence } from './failure-words.ts';

const failure = (changes: Partial<RunFailure>): RunFailure => ({
  origin: 'quay.io/a:1',
  destination: 'registry.lab/a:1',
  digest: 'sha256:1',
  deliverable: '',
  code: 'connection',
  message: 'reset by peer',
  remedy: 'Check the link.',
  attempts: 1,
  ...changes,
});

describe('the cause of a failure', () => {
  test.each([
    [{}, 'reset by peer.'],
    [{ message: 'reset by peer.' }, 'reset by peer.'],
    [{ attempts: 4 }, 'reset by peer, 4 attempts.'],
    [{ side: 'source' }, 'Source: reset by peer.'],
    [{ side: 'destination', attempts: 2 }, 'Destination: reset by peer, 2 attempts.'],
    [{ side: 'local' }, 'This host: reset by peer.'],
  ] as [Partial<RunFailure>, string][])('of %j is "%s"', (changes, words) => {
    expect(failureCause(failure(changes))).toBe(words);
  });
});

describe('the consequence of a failure', () => {
  test.each(['running', 'pausing', 'stopping'] as const)('while %s leaves the rest alone', (status) => {
    expect(failureConsequence(failure({}), { status })).toBe(
      'The rest goes on; it can be retried when the run ends.',
    );
  });

  test.each([
    [{ code: 'rate-limited' }, 'Retry waits as long as the registry asks; fewer parallel images help.'],
    [{ code: 'stalled' }, 'Retry goes on where it stopped.'],
    [{ code: 'server-error' }, 'Retry goes on where it stopped.'],
    [{ code: 'unauthorized' }, 'Retry works once the source lets this account in.'],
    [{ code: 'denied', side: 'destination' }, 'Retry works once the destination lets this account in.'],
    [{ code: 'digest' }, 'Check the link.'],
    [{ code: 'digest', remedy: '' }, ''],
  ] as [Partial<RunFailure>, string][])('of %j after the end is "%s"', (changes, words) => {
    expect(failureConsequence(failure(changes), { status: 'partial' })).toBe(words);
  });

  test('names the release that is incomplete without the image', () => {
    expect(failureConsequence(failure({ deliverable: 'release 4.16.1' }), { status: 'partial' })).toBe(
      'Retry goes on where it stopped. Release 4.16.1 is not whole without it.',
    );
    expect(failureConsequence(failure({ deliverable: 'additional images' }), { status: 'partial' })).toBe(
      'Retry goes on where it stopped. The additional images are not whole without it.',
    );
  });

  test('of a wrong clock is its remedy at once', () => {
    const skew = failure({ code: 'clock-skew', remedy: 'Set the clock.', deliverable: 'graph data' });
    expect(failureConsequence(skew, { status: 'running' })).toBe(
      'Set the clock. Graph data is not whole without it.',
    );
  });
});
