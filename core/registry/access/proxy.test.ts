import { describe, expect, test } from 'vitest';
import { proxyFor } from './proxy.ts';

const through = (url: string, env: Record<string, string>) => proxyFor(new URL(url), env)?.address;
const HTTPS_PROXY = 'http://proxy.corp:3128';

describe('proxyFor', () => {
  test('uses the variable of the scheme, upper case first, then ALL_PROXY, and ignores empty ones', () => {
    expect(through('https://quay.io', { HTTPS_PROXY })).toBe('proxy.corp:3128');
    expect(through('http://quay.io', { HTTPS_PROXY })).toBeUndefined();
    expect(through('http://quay.io', { http_proxy: 'plain.corp' })).toBe('plain.corp:80');
    expect(through('https://quay.io', { https_proxy: 'https://s.corp', ALL_PROXY: 'all:1' })).toBe(
      's.corp:443',
    );
    expect(through('https://quay.io', { HTTPS_PROXY: '', ALL_PROXY: 'all:1' })).toBe('all:1');
    expect(through('https://quay.io', {})).toBeUndefined();
  });

  test('moves user and password from the address to a header', () => {
    const proxy = proxyFor(new URL('https://quay.io'), {
      HTTPS_PROXY: 'http://ann:p%40ss%3Aw@proxy.corp:3128',
    });
    expect(proxy?.authorization).toBe(`Basic ${Buffer.from('ann:p@ss:w').toString('base64')}`);
    expect(proxy?.url.href).toBe('http://proxy.corp:3128/');
    const bare = proxyFor(new URL('https://quay.io'), { HTTPS_PROXY: 'http://ann:100%@proxy.corp' });
    expect(bare?.authorization).toBe(`Basic ${Buffer.from('ann:100%').toString('base64')}`);
  });

  test.each([
    ['quay.io', 'https://quay.io', true],
    ['quay.io', 'https://cdn.quay.io', true],
    ['quay.io', 'https://notquay.io', false],
    ['.quay.io', 'https://cdn.quay.io', true],
    ['.quay.io', 'https://quay.io', false],
    ['*.quay.io', 'https://cdn.quay.io', true],
    ['*.quay.io', 'https://quay.io', false],
    ['other, QUAY.io ', 'https://quay.io', true],
    ['quay.io:443', 'https://quay.io', true],
    ['quay.io:8443', 'https://quay.io', false],
    ['quay.io:8443', 'https://quay.io:8443', true],
    ['*', 'https://quay.io', true],
    ['10.1.2.3', 'https://10.1.2.3:5000', true],
    ['10.1.2.3:5001', 'https://10.1.2.3:5000', false],
    ['10.1.2.3', 'https://10.1.2.30', false],
    ['10.0.0.0/8', 'https://10.1.2.3', true],
    ['10.0.0.0/8', 'https://11.1.2.3', false],
    ['10.0.0.0/8', 'https://quay.io', false],
    ['fd00::/8', 'https://[fd12::1]:5000', true],
    ['[fd12::1]:5000', 'https://[fd12::1]:5000', true],
    ['fd12:0::1', 'https://[fd12::1]', true],
    [',,', 'https://quay.io', false],
    ['', 'https://localhost:5000', true],
    ['', 'https://127.0.0.2', true],
    ['', 'https://[::1]:5000', true],
    ['', 'https://localhost.corp', false],
  ])('NO_PROXY %j for %s: %s', (NO_PROXY, url, direct) => {
    expect(through(url, { HTTPS_PROXY, NO_PROXY }) === undefined).toBe(direct);
    expect(through(url, { HTTPS_PROXY, no_proxy: NO_PROXY }) === undefined).toBe(direct);
  });

  test.each(['socks5://ann:s3cret@proxy:1080', 'http://ann:s3cret@'])(
    'rejects %s without quoting it',
    (value) => {
      const rejected = () => proxyFor(new URL('https://quay.io'), { HTTPS_PROXY: value });
      expect(rejected).toThrowError(
        expect.objectContaining({ code: 'proxy', message: expect.not.stringContaining('s3cret') }),
      );
    },
  );
});
