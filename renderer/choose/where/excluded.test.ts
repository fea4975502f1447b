import { expect, test } from 'vitest';
import { excludedBy } from './excluded.ts';

const SIZES: Record<string, number> = { 'a/debug': 10, 'a/tools': 20, 'b/app': 300 };

/** Returns the remaining ones of three images with these expressions. */
const left = async (expressions: readonly string[]) => {
  const names = Object.keys(SIZES).filter((name) => !expressions.some((each) => new RegExp(each).test(name)));
  return { images: names.length, bytes: names.reduce((sum, name) => sum + SIZES[name]!, 0) };
};

test('each expression shows what it alone excludes', async () => {
  expect(await excludedBy(left, ['debug', '^b/'], '')).toEqual({
    debug: { images: 1, bytes: 10 },
    '^b/': { images: 1, bytes: 300 },
  });
});

test('an image that two expressions match is excluded by neither alone', async () => {
  expect(await excludedBy(left, ['debug', 'a/'], '')).toEqual({
    debug: { images: 0, bytes: 0 },
    'a/': { images: 1, bytes: 20 },
  });
});

test('a typed expression shows what it excludes', async () => {
  expect(await excludedBy(left, ['debug'], 'a/')).toEqual({
    debug: { images: 1, bytes: 10 },
    'a/': { images: 1, bytes: 20 },
  });
});

test('an expression that is in the text is planned once', async () => {
  const planned: string[][] = [];
  const plan = (expressions: readonly string[]) => {
    planned.push([...expressions]);
    return left(expressions);
  };
  await excludedBy(plan, ['debug'], 'debug');
  expect(planned).toEqual([['debug'], []]);
});

test('an estimate that grows with the expression excludes nothing', async () => {
  const plan = async (expressions: readonly string[]) => ({ images: 3, bytes: expressions.length * 5 });
  expect(await excludedBy(plan, ['x'], '')).toEqual({ x: { images: 0, bytes: 0 } });
});
