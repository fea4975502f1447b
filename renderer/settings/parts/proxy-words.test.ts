import { expect, test } from 'vitest';
import { proxyMeaning } from './proxy-words.ts';

test('without variables everything is asked directly', () => {
  const meaning = proxyMeaning([]);
  expect(meaning.sentence).toBe('No proxy: every registry is asked directly.');
  expect(meaning.ways.map(({ way }) => way)).toEqual(['asked directly', 'asked directly']);
  expect(meaning.direct).toEqual([]);
});

test('HTTPS_PROXY counts for registries, NO_PROXY for what is left out', () => {
  const meaning = proxyMeaning([
    { name: 'HTTPS_PROXY', value: 'http://proxy.corp:3128/' },
    { name: 'https_proxy', value: 'http://other:1' },
    { name: 'NO_PROXY', value: '.lab, 10.0.0.0/8,' },
  ]);
  expect(meaning.sentence).toBe('Registries are reached through proxy.corp:3128, but for 2 names.');
  expect(meaning.ways.map(({ way }) => way)).toEqual(['proxy.corp:3128', 'asked directly']);
  expect(meaning.direct).toEqual(['localhost, loopback', '.lab', '10.0.0.0/8']);
});

test('ALL_PROXY stands for what has no own variable, HTTP_PROXY never for HTTPS', () => {
  expect(proxyMeaning([{ name: 'all_proxy', value: 'all:1' }]).ways.map(({ way }) => way)).toEqual([
    'all:1',
    'all:1',
  ]);
  expect(proxyMeaning([{ name: 'http_proxy', value: 'http://p:1' }]).sentence).toBe(
    'Only plain HTTP goes through p:1.',
  );
  expect(
    proxyMeaning([
      { name: 'HTTPS_PROXY', value: 'http://p:1' },
      { name: 'NO_PROXY', value: '*' },
    ]).sentence,
  ).toBe('A proxy is named, but NO_PROXY is *: everything is asked directly.');
});
