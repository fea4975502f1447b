import { expect, test } from 'vitest';
import { readNmstate } from './model/document.ts';
import { templateVariables } from './validation/template.ts';
import { validateNmstate } from './validation/validate.ts';

test('the problem after the first 1,000 reports that there are more', () => {
  const problems = validateNmstate(readNmstate(`interfaces:\n${'- {name: 1, foo: 2}\n'.repeat(2000)}`));
  expect(problems).toHaveLength(1001);
  expect(problems.at(-1)).toMatchObject({
    level: 'error',
    message: 'the text has more than 1000 problems; only 1000 are listed',
  });
});

test('variables in comments are no problem, those before them are', () => {
  const text = 'interfaces: []\n# {{ a }}\nb: {{ c }} # {{ d }}\ne: x#{{ f }}\n';
  const names = validateNmstate(readNmstate(text.replace('b: {{ c }}', 'b: x {{ c }}')))
    .filter(({ rule }) => rule === 'template-variable')
    .map(({ message }) => /`(.*)`/.exec(message)?.[1]);
  expect(names).toEqual(['c', 'f']);
});

test('half a million variables in one line are found in time proportional to their number', () => {
  const { user } = process.cpuUsage();
  const uses = templateVariables(`\n${'{{ a }}'.repeat(500_000)}\n{{ b }}`);
  expect(uses).toHaveLength(500_001);
  expect(uses[0]).toMatchObject({ line: 2, column: 1 });
  expect(uses.at(-1)).toMatchObject({ name: 'b', line: 3, column: 1 });
  // Looking for the end of the line at each variable took minutes.
  expect((process.cpuUsage().user - user) / 1e6).toBeLessThan(5);
});
