import { describe, expect, it } from 'vitest';
import { type Converted, convertedSentence, givenBy } from './cloud-config-words.ts';

const converted = (more: Partial<Converted> = {}): Converted => ({
  from: 'ini',
  given: '[Global]',
  text: 'global: {}\n',
  dropped: [],
  problems: [],
  ...more,
});
const dropped = (section: string) => ({ section, keys: ['port'], line: 3, reason: 'unused', secret: false });

describe('what is to be converted', () => {
  it('is a pasted text before the name of a file', () => {
    expect(givenBy('/etc/cloud.conf', '[Global]')).toEqual({ text: '[Global]' });
    expect(givenBy('/etc/cloud.conf', ' \n')).toEqual({ file: '/etc/cloud.conf' });
  });

  it('is nothing while there is neither', () => {
    expect(givenBy('', '')).toBeUndefined();
    expect(givenBy('cloud.conf', ' ')).toBeUndefined();
  });
});

describe('the sentence', () => {
  it('says what became of it', () => {
    expect(convertedSentence(undefined)).toBe('Convert the cloud configuration to YAML');
    expect(convertedSentence(converted())).toBe('The same effect as YAML');
    expect(convertedSentence(converted({ from: 'yaml' }))).toBe('It is YAML already');
    expect(convertedSentence(converted({ text: undefined, from: undefined }))).toBe(
      'The configuration cannot be read',
    );
  });

  it('counts sections that are lost, not comments', () => {
    expect(convertedSentence(converted({ dropped: [dropped('Labels'), dropped('')] }))).toBe(
      'The same effect as YAML; 1 section is not carried over',
    );
    expect(convertedSentence(converted({ dropped: [dropped('Labels'), dropped('Disk')] }))).toBe(
      'The same effect as YAML; 2 sections are not carried over',
    );
    expect(convertedSentence(converted({ dropped: [dropped('')] }))).toBe('The same effect as YAML');
  });
});
