import { execFileSync } from 'node:child_process';
import { hash } from 'bcryptjs';
import { describe, expect, test } from 'vitest';
import { t } from './messages.ts';
import { htpasswdUsers, plainUsers } from './users.ts';

test('reads users with plain passwords', async () => {
  const verify = plainUsers({ alice: 'one', bob: '' });
  expect(await verify('alice', 'one')).toBe(true);
  expect(await verify('alice', 'two')).toBe(false);
  expect(await verify('constructor', 'one')).toBe(false);
});

describe('htpasswd', () => {
  test('reads lines with bcrypt, and verifies a correct password quickly from the second time on', async () => {
    const verify = htpasswdUsers(
      `# who\nalice:${await hash('one', 9)}\r\n\nbob:${await hash('two', 4)}\n`,
      'f',
    );
    expect(await verify('alice', 'two')).toBe(false);
    expect(await verify('alice', 'one')).toBe(true);
    const started = process.cpuUsage();
    for (let i = 0; i < 200; i++) expect(await verify('alice', 'one')).toBe(true);
    // 200 computations of bcrypt at cost 9 take 5 s or more.
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(1000);
    expect(await verify('alice', 'two')).toBe(false);
    expect(await verify('bob', 'two')).toBe(true);
    expect(await verify('carol', 'two')).toBe(false);
  });

  test('reads the output of htpasswd -B', async () => {
    const line = execFileSync('htpasswd', ['-nbB', '-C', '4', 'alice', 'one'], { encoding: 'utf8' });
    expect(line).toMatch(/^alice:\$2y\$/);
    expect(await htpasswdUsers(line, 'f')('alice', 'one')).toBe(true);
  });

  test('reports other lines', () => {
    expect(() => htpasswdUsers('alice:$2y$05$abc\n', '/etc/users')).toThrow(
      t('htpasswdLine', { file: '/etc/users', line: 1 }),
    );
    expect(() => htpasswdUsers('\nalice:plain', '/etc/users')).toThrow('line 2');
  });
});
