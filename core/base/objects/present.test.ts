import { expect, test } from 'vitest';
import { present } from './present.ts';

test('keeps a field that is undefined in the spread object', () => {
  const rule = Symbol('rule');
  const changes: { line?: number | undefined; path: string; [rule]: string } = {
    line: undefined,
    path: '',
    [rule]: 'kind',
  };
  expect({ line: 3, ...present(changes) }).toStrictEqual({ line: 3, path: '', [rule]: 'kind' });
  expect(changes).toHaveProperty('line');
});
