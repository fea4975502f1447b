import { expect, test } from 'vitest';
import { takenOut } from './taken-out.ts';

const SIZES: Record<string, number> = { 'a/debug': 10, 'a/tools': 20, 'b/app': 300 };

/** What is left of three images with these expressions. */
const left = async (expressions: readonly string[]) => {
  const names = Object.keys(SIZES).filter((name) => !expressions.some((each) => new RegExp(each).test(name)));
  return { images: names.length, bytes: names.reduce((sum, name) => sum + SIZES[name]!, 0) };
};

test('each expression shows what comes back without it', async () => {
  expect(await takenOut(left, ['debug', '^b/'], '')).toEqual({
    debug: { images: 1, bytes: 10 },
    '^b/': { images: 1, bytes: 300 },
  });
});

test('what two expressions both take out is taken out by neither alone', async () => {
  expect(await takenOut(left, ['debug', 'a/'], '')).toEqual({
    debug: { images: 0, bytes: 0 },
    'a/': { images: 1, bytes: 20 },
  });
});

test('a typed expression shows what it removes', async () => {
  expect(await takenOut(left, ['debug'], 'a/')).toEqual({
    debug: { images: 1, bytes: 10 },
    'a/': { images: 1, bytes: 20 },
  });
});

test('one that is in the text already is asked for once', async () => {
  const asked: string[][] = [];
  const plan = (expressions: readonly string[]) => {
    asked.push([...expressions]);
    return left(expressions);
  };
  await takenOut(plan, ['debug'], 'debug');
  expect(asked).toEqual([['debug'], []]);
});

test('an estimate that grows without the expression takes nothing out', async () => {
  const plan = async (expressions: readonly string[]) => ({ images: 3, bytes: expressions.length * 5 });
  expect(await takenOut(plan, ['x'], '')).toEqual({ x: { images: 0, bytes: 0 } });
});
