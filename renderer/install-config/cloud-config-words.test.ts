import { describe, expect, it } from 'vitest';
import { type Converted, convertedSentence, inputOf } from './cloud-config-words.ts';
import { t } from './messages.ts';

const converted = (more: Partial<Converted> = {}): Converted => ({
  from: 'ini',
  given: '[Global]',
  text: 'global: {}\n',
  dropped: [],
  problems: [],
  ...more,
});
const dropped = (section: string) => ({
  section,
  keys: section === '' ? [] : ['port'],
  line: 3,
  reason: 'unused',
  secret: false,
});

describe('the input', () => {
  it('is a pasted text before the name of a file', () => {
    expect(inputOf('/etc/cloud.conf', '[Global]')).toEqual({ text: '[Global]' });
    expect(inputOf('/etc/cloud.conf', ' \n')).toEqual({ file: '/etc/cloud.conf' });
  });

  it('is undefined while both are empty', () => {
    expect(inputOf('', '')).toBeUndefined();
    expect(inputOf('cloud.conf', ' ')).toBeUndefined();
  });
});

describe('the title', () => {
  it('shows the result', () => {
    expect(convertedSentence(undefined)).toBe(t('convertTitle'));
    expect(convertedSentence(converted())).toBe(t('convertedTitle'));
    expect(convertedSentence(converted({ from: 'yaml' }))).toBe(t('alreadyYamlTitle'));
    expect(convertedSentence(converted({ text: undefined, from: undefined }))).toBe(t('unreadableTitle'));
  });

  it('counts keys that are not copied, also from sections that are partly copied', () => {
    expect(convertedSentence(converted({ dropped: [dropped('Labels'), dropped('')] }))).toBe(
      'Converted to YAML, 1 key not copied',
    );
    expect(convertedSentence(converted({ dropped: [dropped('Labels'), dropped('Disk')] }))).toBe(
      t('convertedPartlyTitle', { keys: 2 }),
    );
    expect(convertedSentence(converted({ dropped: [dropped('')] }))).toBe(t('convertedTitle'));
  });
});
