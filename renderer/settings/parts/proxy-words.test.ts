import { expect, test } from 'vitest';
import { t } from './messages.ts';
import { proxyMeaning } from './proxy-words.ts';

test('without variables all connections are direct', () => {
  const meaning = proxyMeaning([]);
  expect(meaning.sentence).toBe(t('directTitle'));
  expect(meaning.routes.map(({ route }) => route)).toEqual([t('directRoute'), t('directRoute')]);
  expect(meaning.direct).toEqual([]);
});

test('HTTPS_PROXY applies to registries, NO_PROXY to the exceptions', () => {
  const meaning = proxyMeaning([
    { name: 'HTTPS_PROXY', value: 'http://proxy.corp:3128/' },
    { name: 'https_proxy', value: 'http://other:1' },
    { name: 'NO_PROXY', value: '.lab, 10.0.0.0/8,' },
  ]);
  expect(meaning.sentence).toBe(t('proxiedTitle', { proxy: 'proxy.corp:3128', exceptions: 2 }));
  expect(meaning.routes.map(({ route }) => route)).toEqual(['proxy.corp:3128', t('directRoute')]);
  expect(meaning.direct).toEqual([t('loopback'), '.lab', '10.0.0.0/8']);
});

test('ALL_PROXY applies to protocols without their own variable, HTTP_PROXY never to HTTPS', () => {
  expect(proxyMeaning([{ name: 'all_proxy', value: 'all:1' }]).routes.map(({ route }) => route)).toEqual([
    'all:1',
    'all:1',
  ]);
  expect(proxyMeaning([{ name: 'http_proxy', value: 'http://p:1' }]).sentence).toBe(
    t('plainProxiedTitle', { proxy: 'p:1', exceptions: 0 }),
  );
  expect(
    proxyMeaning([
      { name: 'HTTPS_PROXY', value: 'http://p:1' },
      { name: 'NO_PROXY', value: '*' },
    ]).sentence,
  ).toBe(t('allDirectTitle'));
});
