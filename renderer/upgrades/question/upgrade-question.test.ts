import { describe, expect, test } from 'vitest';
import {
  architectureIn,
  isComplete,
  offeredVersions,
  pathRequest,
  putQuestion,
  questionIn,
  sourceIn,
  type UpgradeQuestion,
  viaIn,
  wayIn,
} from './upgrade-question.ts';

const question = (text = '', source: 'service' | 'kept' = 'service') =>
  questionIn(new URLSearchParams(text), source);

describe('the question of an address', () => {
  test('what the address does not say is as usual', () => {
    expect(question()).toEqual({
      from: '',
      to: '',
      channel: 'stable',
      architecture: 'amd64',
      source: 'service',
      file: '',
      avoidRisks: false,
      way: 'shortest',
      via: '',
      perHop: false,
    });
    expect(question('', 'kept').source).toBe('kept');
  });

  test('what is none of the choices is as usual', () => {
    expect(question('arch=vax&source=moon&way=long&avoid=no&hops=all')).toEqual(question());
  });

  test('it comes back as it was written, without what is usual', () => {
    const changes: Partial<UpgradeQuestion>[] = [
      { from: '4.16.1', to: '4.18' },
      { channel: 'fast', architecture: 'arm64', avoidRisks: true, perHop: true },
      { source: 'file', file: '/g.json' },
      { way: 'fewest-risks', via: '4.17.3 4.17.4' },
      { way: 'eus' },
      { source: 'kept' },
    ];
    for (const each of changes) {
      const query = new URLSearchParams('other=1');
      putQuestion(query, { ...question(), ...each }, 'service');
      expect(questionIn(query, 'service')).toEqual({ ...question(), ...each });
      expect(query.get('other')).toBe('1');
    }
    const plain = new URLSearchParams('from=1&arch=arm64&source=kept&hops=each');
    putQuestion(plain, question(), 'service');
    expect(plain.toString()).toBe('');
  });

  test('a file and stops that do not count are not kept', () => {
    const query = new URLSearchParams();
    putQuestion(query, { ...question(), file: '/g.json', way: 'eus', via: '4.17.3' }, 'service');
    expect(query.toString()).toBe('way=eus');
  });
});

describe('what is asked of the engine', () => {
  const asked = { ...question(), from: '4.16.1', to: '4.18' };

  test('nothing while a version or the file is missing', () => {
    expect(pathRequest({ ...asked, from: '' }, '/w')).toBeUndefined();
    expect(pathRequest({ ...asked, to: '' }, '/w')).toBeUndefined();
    expect(pathRequest({ ...asked, source: 'file' }, '/w')).toBeUndefined();
  });

  test('only what counts', () => {
    expect(JSON.parse(JSON.stringify(pathRequest({ ...asked, file: '/g.json' }, undefined)))).toEqual({
      from: '4.16.1',
      to: '4.18',
      channel: 'stable',
      architecture: 'amd64',
      avoidRisks: false,
      way: 'shortest',
      via: [],
      source: { kind: 'service' },
    });
    expect(pathRequest({ ...asked, source: 'file', file: '/g.json' }, '/w')).toMatchObject({
      source: { kind: 'file', file: '/g.json' },
      workspace: '/w',
    });
    expect(pathRequest({ ...asked, via: '4.17.1, 4.17.2' }, '/w')?.via).toEqual(['4.17.1', '4.17.2']);
    expect(pathRequest({ ...asked, via: '4.17.1', way: 'eus' }, '/w')?.via).toBeUndefined();
    expect(pathRequest({ ...asked, perHop: true }, '/w')?.perHop).toBe(true);
  });

  test('a question is complete before it can be asked', () => {
    expect(isComplete(asked)).toBe(true);
    expect(isComplete({ ...asked, to: ' ' })).toBe(false);
    expect(isComplete({ ...asked, source: 'file' })).toBe(false);
    expect(isComplete({ ...asked, source: 'file', file: '/g' })).toBe(true);
  });
});

test('versions to choose from, the newest first, and each minor once', () => {
  const known = { versions: ['4.16.9', '4.16.10', '4.17.1'].map((version) => ({ version })) };
  expect(offeredVersions(known as Parameters<typeof offeredVersions>[0])).toEqual({
    versions: ['4.17.1', '4.16.10', '4.16.9'],
    minors: ['4.17', '4.16'],
  });
  expect(offeredVersions(undefined)).toEqual({ versions: [], minors: [] });
});

test('names of choices', () => {
  expect(viaIn(' 4.17.1,4.17.2  4.17.3 ')).toEqual(['4.17.1', '4.17.2', '4.17.3']);
  expect([wayIn('eus'), wayIn('fewest-risks'), wayIn(null), wayIn('x')]).toEqual([
    'eus',
    'fewest-risks',
    'shortest',
    'shortest',
  ]);
  expect([architectureIn('s390x'), architectureIn('x'), architectureIn(null)]).toEqual([
    's390x',
    undefined,
    undefined,
  ]);
  expect([sourceIn('kept'), sourceIn('x'), sourceIn(null)]).toEqual(['kept', undefined, undefined]);
});
