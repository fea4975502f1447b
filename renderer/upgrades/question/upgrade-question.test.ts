import { describe, expect, test } from 'vitest';
import {
  architectureIn,
  isComplete,
  offeredVersions,
  pathPreferenceIn,
  pathRequest,
  putQuestion,
  questionIn,
  sourceIn,
  type UpgradeQuestion,
  viaIn,
} from './upgrade-question.ts';

const question = (text = '', source: 'service' | 'cached' = 'service') =>
  questionIn(new URLSearchParams(text), source);

describe('the question of an address', () => {
  test('parameters that are missing have their defaults', () => {
    expect(question()).toEqual({
      from: '',
      to: '',
      channel: 'stable',
      architecture: 'amd64',
      source: 'service',
      file: '',
      avoidRisks: false,
      preference: 'shortest',
      via: '',
      perHop: false,
    });
    expect(question('', 'cached').source).toBe('cached');
  });

  test('invalid parameters have their defaults', () => {
    expect(question('arch=vax&source=moon&preference=long&avoid=no&hops=all')).toEqual(question());
  });

  test('is read as written, without defaults', () => {
    const changes: Partial<UpgradeQuestion>[] = [
      { from: '4.16.1', to: '4.18' },
      { channel: 'fast', architecture: 'arm64', avoidRisks: true, perHop: true },
      { source: 'file', file: '/g.json' },
      { preference: 'fewest-risks', via: '4.17.3 4.17.4' },
      { preference: 'eus' },
      { source: 'cached' },
    ];
    for (const each of changes) {
      const query = new URLSearchParams('other=1');
      putQuestion(query, { ...question(), ...each }, 'service');
      expect(questionIn(query, 'service')).toEqual({ ...question(), ...each });
      expect(query.get('other')).toBe('1');
    }
    const plain = new URLSearchParams('from=1&arch=arm64&source=cached&hops=each');
    putQuestion(plain, question(), 'service');
    expect(plain.toString()).toBe('');
  });

  test('a file and versions without effect are not written', () => {
    const query = new URLSearchParams();
    putQuestion(query, { ...question(), file: '/g.json', preference: 'eus', via: '4.17.3' }, 'service');
    expect(query.toString()).toBe('preference=eus');
  });
});

describe('the request', () => {
  const complete = { ...question(), from: '4.16.1', to: '4.18' };

  test('is undefined if a version or the file is missing', () => {
    expect(pathRequest({ ...complete, from: '' }, '/w')).toBeUndefined();
    expect(pathRequest({ ...complete, to: '' }, '/w')).toBeUndefined();
    expect(pathRequest({ ...complete, source: 'file' }, '/w')).toBeUndefined();
  });

  test('contains only what has an effect', () => {
    expect(JSON.parse(JSON.stringify(pathRequest({ ...complete, file: '/g.json' }, undefined)))).toEqual({
      from: '4.16.1',
      to: '4.18',
      channel: 'stable',
      architecture: 'amd64',
      avoidRisks: false,
      preference: 'shortest',
      via: [],
      source: { kind: 'service' },
    });
    expect(pathRequest({ ...complete, source: 'file', file: '/g.json' }, '/w')).toMatchObject({
      source: { kind: 'file', file: '/g.json' },
      workspace: '/w',
    });
    expect(pathRequest({ ...complete, via: '4.17.1, 4.17.2' }, '/w')?.via).toEqual(['4.17.1', '4.17.2']);
    expect(pathRequest({ ...complete, via: '4.17.1', preference: 'eus' }, '/w')?.via).toBeUndefined();
    expect(pathRequest({ ...complete, perHop: true }, '/w')?.perHop).toBe(true);
  });

  test('needs a complete question', () => {
    expect(isComplete(complete)).toBe(true);
    expect(isComplete({ ...complete, to: ' ' })).toBe(false);
    expect(isComplete({ ...complete, source: 'file' })).toBe(false);
    expect(isComplete({ ...complete, source: 'file', file: '/g' })).toBe(true);
  });
});

test('the offered versions, the newest first, and each minor once', () => {
  const known = { versions: ['4.16.9', '4.16.10', '4.17.1'].map((version) => ({ version })) };
  expect(offeredVersions(known as Parameters<typeof offeredVersions>[0])).toEqual({
    versions: ['4.17.1', '4.16.10', '4.16.9'],
    minors: ['4.17', '4.16'],
  });
  expect(offeredVersions(undefined)).toEqual({ versions: [], minors: [] });
});

test('values of choices', () => {
  expect(viaIn(' 4.17.1,4.17.2  4.17.3 ')).toEqual(['4.17.1', '4.17.2', '4.17.3']);
  expect([
    pathPreferenceIn('eus'),
    pathPreferenceIn('fewest-risks'),
    pathPreferenceIn(null),
    pathPreferenceIn('x'),
  ]).toEqual(['eus', 'fewest-risks', 'shortest', 'shortest']);
  expect([architectureIn('s390x'), architectureIn('x'), architectureIn(null)]).toEqual([
    's390x',
    undefined,
    undefined,
  ]);
  expect([sourceIn('cached'), sourceIn('x'), sourceIn(null)]).toEqual(['cached', undefined, undefined]);
});
