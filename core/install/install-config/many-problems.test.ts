import { expect, test } from 'vitest';
import { readYaml } from '../../base/document/yaml-text.ts';
import { MOST_ENTRIES } from './model/decode.ts';
import { t } from './model/messages.ts';
import { validateInstallConfig } from './validate-install-config.ts';

const HEAD =
  'apiVersion: v1\nbaseDomain: example.com\nmetadata: {name: ocp}\nplatform: {none: {}}\npullSecret: "{}"\n';
const pools = (count: number) => `${HEAD}compute:\n${'- {name: other}\n'.repeat(count)}`;

test('rejects a list with too many entries', () => {
  const { ok, problems } = validateInstallConfig(readYaml(pools(MOST_ENTRIES + 1)));
  expect(ok).toBe(false);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatchObject({
    code: 'install-config-unreadable',
    message: expect.stringContaining(t('listTooLong', { field: 'compute', count: 501, limit: MOST_ENTRIES })),
    path: 'compute',
    line: 7,
  });
});

test('adds fixes only to the first of many problems, because each fix reads the file again', () => {
  const few = validateInstallConfig(readYaml(pools(2))).problems.filter(({ path }) =>
    path?.endsWith('.name'),
  );
  expect(few.filter(({ fix }) => fix).length).toBeGreaterThan(1);
  const many = validateInstallConfig(readYaml(pools(MOST_ENTRIES))).problems;
  expect(many.length).toBeGreaterThan(MOST_ENTRIES);
  expect(many.filter(({ fix }) => fix).length).toBeLessThan(10);
});

test('reports after 1,000 problems that there are more', () => {
  const keys = Array.from({ length: 1500 }, (_, index) => `Z${index}: 1\n`).join('');
  const { ok, problems } = validateInstallConfig(readYaml(HEAD + keys));
  expect(ok).toBe(false);
  const last = problems.find(({ message }) => message.includes('more than 1000 problems'));
  expect(last).toMatchObject({ level: 'error' });
  expect(problems.length).toBeLessThan(1100);
});
