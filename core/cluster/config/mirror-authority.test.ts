import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { authoritiesOfHost, authorityObjects } from './mirror-authority.ts';

/** A self-signed, untrusted certificate. Its key was deleted. */
const CA = `-----BEGIN CERTIFICATE-----
MIIBizCCATGgAwIBAgIUCR6UZkeS2ZBHKuoz+Ebr2XLhQeAwCgYIKoZIzj0EAwIw
GjEYMBYGA1UEAwwPQWlybG9jayB0ZXN0IENBMCAXDTI2MTEyMTE5NTEyNFoYDzIx
MjYxMDI4MTk1MTI0WjAaMRgwFgYDVQQDDA9BaXJsb2NrIHRlc3QgQ0EwWTATBgcq
hkjOPQIBBggqhkjOPQMBBwNCAAQimWOJYg1CzHq3VvfLPjamSdd9TUp56pxYAhzx
80Rg8mJ8exSSft1eozBCtD8QeRB0hcWnWGiSecTtHdWfLkYNo1MwUTAdBgNVHQ4E
FgQUQR+lVYycIpzmtm6/RPIGPAUrVygwHwYDVR0jBBgwFoAUQR+lVYycIpzmtm6/
RPIGPAUrVygwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiAT15JU
eTZ82EN1MSOCXD+bByejjU9OU+qZ1RpIejqtYAIhAMd+nqxcPNVcf+4A2XGafPLe
mUV6svElShMg6sH/oo7T
-----END CERTIFICATE-----`;

test('returns only the CAs in certs.d for this registry, if there are any', async () => {
  const home = await mkdtemp(join(tmpdir(), 'airlock-authority-'));
  try {
    const folder = join(home, '.config/containers/certs.d/reg.lan:5000');
    await mkdir(folder, { recursive: true });
    const of = (host: string) => authoritiesOfHost(host, { home, systemRoot: home });
    expect(of('reg.lan:5000')).toBeUndefined();
    await writeFile(join(folder, 'b.crt'), `about it\n${CA}\n`);
    await writeFile(join(folder, 'a.crt'), CA);
    await writeFile(join(folder, 'client.key'), 'never read');
    expect(of('reg.lan:5000')).toBe(`${CA}\n`);
    expect(of('reg.lan:5001')).toBeUndefined();
    await writeFile(join(folder, 'c.crt'), 'nothing');
    expect(() => of('reg.lan:5000')).toThrow('c.crt');
  } finally {
    await rm(home, { recursive: true, force: true });
  }
});

test('keys are hosts with `..` before the port; the update service has its own key', () => {
  const keys = (host: string, updateService: boolean) =>
    Object.keys(authorityObjects(host, CA, { updateService, annotations: {} }).configMap.data as object);
  expect(keys('reg.lan:5000', true)).toEqual(['reg.lan..5000', 'updateservice-registry']);
  expect(keys('reg.lan', false)).toEqual(['reg.lan']);
});
