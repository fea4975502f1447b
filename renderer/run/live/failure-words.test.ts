import { describe, expect, test } from 'vitest';
import type { RunFailure } from '../../../core/contract/topics/run.ts';
import { failureCause, failureConsequence } from './failure-words.ts';
import { t } from './messages.ts';

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
    [{ attempts: 4 }, 'reset by peer (4 attempts).'],
    [{ side: 'source' }, 'Source: reset by peer.'],
    [{ side: 'destination', attempts: 2 }, 'Destination: reset by peer (2 attempts).'],
    [{ side: 'local' }, 'This host: reset by peer.'],
  ] as [Partial<RunFailure>, string][])('of %j is "%s"', (changes, words) => {
    expect(failureCause(failure(changes))).toBe(words);
  });
});

describe('the consequence of a failure', () => {
  test.each(['running', 'pausing', 'stopping'] as const)('while %s is a retry after the end', (status) => {
    expect(failureConsequence(failure({}), { status })).toBe(t('retryLaterText'));
  });

  test.each([
    [{ code: 'rate-limited' }, t('retryRateText')],
    [{ code: 'stalled' }, t('retryResumesText')],
    [{ code: 'server-error' }, t('retryResumesText')],
    [{ code: 'unauthorized' }, t('retrySourceText')],
    [{ code: 'unauthorized', side: 'destination' }, t('retryDestinationText')],
    [{ code: 'denied', remedy: 'Raise the quota.' }, 'Raise the quota.'],
    [{ code: 'digest' }, 'Check the link.'],
    [{ code: 'digest', remedy: '' }, ''],
  ] as [Partial<RunFailure>, string][])('of %j after the end is "%s"', (changes, words) => {
    expect(failureConsequence(failure(changes), { status: 'partial' })).toBe(words);
  });

  test('while a run continues is the remedy, if a retry alone would fail again', () => {
    const full = failure({ code: 'denied', remedy: 'Raise the quota.' });
    expect(failureConsequence(full, { status: 'running' })).toBe(`Raise the quota. ${t('retryLaterText')}`);
  });

  test('includes the release that is incomplete without the image', () => {
    expect(failureConsequence(failure({ deliverable: 'release 4.16.1' }), { status: 'partial' })).toBe(
      `${t('retryResumesText')} ${t('incompleteText', { content: 'Release 4.16.1' })}`,
    );
    expect(failureConsequence(failure({ deliverable: 'additional images' }), { status: 'partial' })).toBe(
      `${t('retryResumesText')} ${t('incompleteImagesText')}`,
    );
  });

  test('of a wrong clock is its remedy, even under way', () => {
    const skew = failure({ code: 'clock-skew', remedy: 'Set the clock.', deliverable: 'graph data' });
    expect(failureConsequence(skew, { status: 'running' })).toBe(
      `Set the clock. ${t('incompleteText', { content: 'Graph data' })}`,
    );
  });
});
