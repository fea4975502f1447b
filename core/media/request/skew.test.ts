import { expect, test } from 'vitest';
import { t } from './messages.ts';
import { formatFor, READS_FORMAT } from './skew.ts';

test('writes the newest format that both sides support', () => {
  expect(formatFor(READS_FORMAT, 'airlock 1.0.0')).toBe(READS_FORMAT);
  // A newer side also reads older formats.
  expect(formatFor(READS_FORMAT + 5, 'airlock 1.0.0')).toBe(READS_FORMAT);
  expect(formatFor(2, 'airlock 3.0.0', [1, 2, 3])).toBe(2);
});

test('names the version that a side with older formats needs first', () => {
  expect(() => formatFor(1, 'airlock 3.0.0', [2, 3])).toThrowError(
    expect.objectContaining({
      code: 'workspace-format',
      expected: 'format 2',
      found: 'format 1',
      remedy: t('formatUnreadableRemedy', { tool: 'airlock 3.0.0' }),
    }),
  );
});
