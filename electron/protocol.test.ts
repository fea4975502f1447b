import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { CONTENT_SECURITY_POLICY } from '../core/contract/content-security.ts';
import { callsOf } from './electron.fixture.ts';
import { answerPage, registerScheme } from './protocol.ts';

vi.mock('electron', () => import('./electron.fixture.ts'));

let folder: string;
let renderer: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airlock-protocol-'));
  renderer = join(folder, 'renderer');
  await mkdir(join(renderer, 'assets'), { recursive: true });
  await writeFile(join(renderer, 'index.html'), '<title>start</title>');
  await writeFile(join(renderer, 'assets', 'main-1a.js'), 'code');
  await writeFile(join(folder, 'secret.txt'), 'secret');
});
afterAll(() => rm(folder, { recursive: true }));

const get = (url: string, method = 'GET') => answerPage({ url, method }, renderer);

test("the scheme is standard and secure before the app is ready, and can't bypass the policy", () => {
  registerScheme();
  const [[schemes]] = callsOf('registerSchemesAsPrivileged') as [[[{ scheme: string; privileges: object }]]];
  expect(schemes[0].scheme).toBe('airlock');
  expect(schemes[0].privileges).toMatchObject({ standard: true, secure: true });
  expect(schemes[0].privileges).not.toHaveProperty('bypassCSP');
});

describe('a page', () => {
  test('is served with the headers of the app', async () => {
    const page = await get('airlock://app/');
    expect([page.status, await page.text()]).toEqual([200, '<title>start</title>']);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toBe(CONTENT_SECURITY_POLICY);
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  });

  test('can load its assets', async () => {
    const code = await get('airlock://app/assets/main-1a.js?v=1');
    expect([code.status, code.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
  });

  test.each([
    'airlock://app/../secret.txt',
    'airlock://app/%2e%2e/secret.txt',
    'airlock://app/assets/..%2f..%2fsecret.txt',
    'airlock://app/assets/%2e%2e%2f%2e%2e/secret.txt',
    'airlock://app/..%5csecret.txt',
    'airlock://app/index.html%00.js',
    'airlock://app/%E0%A4%A',
    'airlock://app//etc/passwd',
    'airlock://app/assets',
    'airlock://app/none.js',
    'airlock://other/index.html',
    'airlock://app:81/index.html',
    'airlock://me@app/index.html',
    'file:///etc/passwd',
    'not an address',
  ])("isn't served for %s", async (url) => {
    const answer = await get(url);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toBe('Not found.');
    expect(answer.headers.get('content-security-policy')).toBe(CONTENT_SECURITY_POLICY);
  });

  test('is read-only', async () => expect((await get('airlock://app/', 'POST')).status).toBe(405));

  test('that keeps crashing is replaced with one without scripts for any reason', async () => {
    const stopped = await (await get('airlock://app/stopped?reason=oom')).text();
    expect(stopped).toContain('(oom)');
    const hostile = await (await get('airlock://app/stopped?reason=%3Cscript%3E')).text();
    expect(hostile).not.toMatch(/script/);
  });
});
