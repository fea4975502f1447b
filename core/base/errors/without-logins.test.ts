import { describe, expect, test } from 'vitest';
import { AirlockError } from './airlock-error.ts';
import { valueWithoutLogins, withoutLogins } from './without-logins.ts';

const SHA = `sha256:${'a'.repeat(64)}`;

describe('logins of addresses', () => {
  test.each([
    ['docker://ann:pw@reg.lan:5000/ocp', 'docker://reg.lan:5000/ocp'],
    ['GET https://token@h/v2/ failed', 'GET https://h/v2/ failed'],
    ['https://ann:p@ss/w:rd@h/x', 'https://h/x'],
    ['https://ann:12345@h/x', 'https://h/x'],
    ['http://ann:pw@[::1]:3128', 'http://[::1]:3128'],
    ['"ann:p@ss@reg.lan/a:1" is invalid', '"reg.lan/a:1" is invalid'],
    ['name=ann:pw@reg.lan/a', 'name=reg.lan/a'],
    [`ann:pw@reg.lan/a:1@${SHA}`, `reg.lan/a:1@${SHA}`],
    ['ssh://ann:pw@h', 'ssh://h'],
    ['https://ann:pw@sha12345678:5000/x', 'https://sha12345678:5000/x'],
    ['docker://h/x?token=SECRET', 'docker://h/x?token=(hidden)'],
    ['https://ann:pw@h/x?a=1&Signature=S%2Bx&b=2', 'https://h/x?a=1&Signature=(hidden)&b=2'],
    [
      '"https://h/b?X-Amz-Signature=0a&X-Amz-Date=20261122T000000Z"',
      '"https://h/b?X-Amz-Signature=(hidden)&X-Amz-Date=20261122T000000Z"',
    ],
    ['{"a":"https://ann:pw@h/x","by":"ann@lab"}', '{"a":"https://h/x","by":"ann@lab"}'],
  ])('%s', (text, clean) => expect(withoutLogins(text)).toBe(clean));

  test.each([
    'signed by ann@example.com at 16:55:31',
    'mailto:ann@example.com',
    'https://github.com/o/r/.github/workflows/w.yml@refs/tags/v1',
    'https://reg.lan:8443/ann@example.com',
    'https://[::1]:5000/ann@example.com',
    'reg.lan:5000/a@latest',
    '17:00@lab',
    'pkg:npm/left@1.0',
    'https://h/graph?arch=amd64&channel=stable-4.18',
    'http://127.0.0.1:8080/?token=abc',
    'qemu+ssh://root@kvm.lan/system',
    'locked by ann@bastion (PID 7)',
    '{"url":"https://h:8443","image":"a:b","by":"ann@lab"}',
    `docker://h:5000/a/b:v1@${SHA}`,
    `ubi:latest@${SHA},ubi:old@${SHA}`,
  ])('leaves %s unchanged', (text) => expect(withoutLogins(text)).toBe(text));

  test('no text of an error has one', () => {
    const text = 'https://ann:pw@h/x';
    const details = {
      remedy: text,
      expected: text,
      found: text,
      problems: [{ code: 'usage', message: text }],
    };
    const error = new AirlockError('usage', text, details as never);
    expect(JSON.stringify([error.message, error])).not.toContain('pw@');
    expect(valueWithoutLogins({ a: [text, 1, null] })).toEqual({ a: ['https://h/x', 1, null] });
  });

  test.each([
    'a://b:',
    '?',
    '&token=',
    '?sig=?',
    '=a:',
    'a:@',
    '@',
    'a.',
    'a://',
    `@${SHA}`,
    '"a:',
    '",@',
    'a://@',
  ])('300 KB of %s take less than 1 s of CPU', (part) => {
    const text = `${part.repeat(300_000 / part.length)}@`;
    const before = process.cpuUsage();
    withoutLogins(text);
    withoutLogins(`${text} x`);
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(1);
  });
});
