import { expect, test } from 'vitest';
import { readNmstate } from './model/document.ts';
import { t } from './validation/messages.ts';
import { templateVariables } from './validation/template.ts';
import { validateNmstate } from './validation/validate.ts';

test('the problem after the first 1,000 reports that there are more', () => {
  const problems = validateNmstate(readNmstate(`interfaces:\n${'- {name: 1, foo: 2}\n'.repeat(2000)}`));
  expect(problems).toHaveLength(1001);
  expect(problems.at(-1)).toMatchObject({
    level: 'error',
    message: t('problemsCut', { count: 1000 }),
  });
});

test('reports variables before comments, but not those in comments', () => {
  const text = 'interfaces: []\n# {{ a }}\nb: {{ c }} # {{ d }}\ne: x#{{ f }}\n';
  const names = validateNmstate(readNmstate(text.replace('b: {{ c }}', 'b: x {{ c }}')))
    .filter(({ rule }) => rule === 'template-variable')
    .map(({ message }) => /`(.*)`/.exec(message)?.[1]);
  expect(names).toEqual(['c', 'f']);
});

test('finds half a million variables in one line in linear time', () => {
  const { user } = process.cpuUsage();
  const uses = templateVariables(`\n${'{{ a }}'.repeat(500_000)}\n{{ b }}`);
  expect(uses).toHaveLength(500_001);
  expect(uses[0]).toMatchObject({ line: 2, column: 1 });
  expect(uses.at(-1)).toMatchObject({ name: 'b', line: 3, column: 1 });
  // Looking for the end of the line at each variable took minutes.
  expect((process.cpuUsage().user - user) / 1e6).toBeLessThan(5);
});
