import { expect, test } from 'vitest';
import { beginHistory, canRedo, canUndo, pushText, redo, undo } from './history.ts';
import { applyTextEdits, applyWhatFits, changedLines, editsBetween } from './text-edits.ts';

test('applies edits in any order, and rejects those of another text', () => {
  const edits = [
    { start: 4, end: 5, text: 'E' },
    { start: 1, end: 2, text: '' },
    { start: 1, end: 1, text: '-' },
  ];
  expect(applyTextEdits('abcde', edits)).toBe('a-cdE');
  for (const wrong of [
    [{ start: 4, end: 9, text: '' }],
    [{ start: 3, end: 2, text: '' }],
    [
      { start: 0, end: 3, text: '' },
      { start: 2, end: 4, text: '' },
    ],
  ])
    expect(() => applyTextEdits('abcde', wrong)).toThrow(/a different version of the text/);
});

test('applies the first of overlapping edits, and maps offsets back', () => {
  const [one, two, three] = [
    { start: 0, end: 2, text: 'XYZ' },
    { start: 1, end: 3, text: '' },
    { start: 4, end: 4, text: '!' },
  ];
  const { text, applied, originOf } = applyWhatFits('abcde', [one, two, three]);
  expect([text, applied]).toEqual(['XYZcd!e', [one, three]]);
  expect([0, 2, 3, 5, 6].map(originOf)).toEqual([0, 0, 2, 4, 4]);
});

test('reports different lines as added or changed, and removed lines not at all', () => {
  const before = 'a\nb\nc\nd\n';
  expect(changedLines(before, 'a\nB\nb2\nc\nd\ne')).toEqual([
    { line: 2, kind: 'changed' },
    { line: 3, kind: 'added' },
    { line: 6, kind: 'added' },
  ]);
  expect(changedLines(before, 'a\nd\n')).toEqual([]);
  expect(editsBetween(before, 'a\nx\nc\nd\n')).toEqual([{ start: 2, end: 4, text: 'x\n' }]);
  expect(editsBetween('a\r\nb', 'a\r\nb\r\n')).toEqual([{ start: 3, end: 4, text: 'b\r\n' }]);
});

test('compares texts with little in common quickly', () => {
  const numbers = (factor: number) => Array.from({ length: 20_000 }, (_, n) => `${n * factor}\n`).join('');
  const [before, after] = [numbers(3), numbers(7)];
  const started = performance.now();
  expect(applyTextEdits(before, editsBetween(before, after))).toBe(after);
  expect(performance.now() - started).toBeLessThan(3000);
});

test('joins typing of one name to a step, and drops undone steps after a new one', () => {
  const typed = ['a', 'ab', 'abc'].reduce(
    (history, text) => pushText(history, text, { merge: 'typing' }),
    beginHistory(''),
  );
  const form = pushText(typed, 'abc: 1');
  const again = pushText(form, 'abc: 12', { merge: 'typing' });
  expect(undo(again).text).toBe('abc: 1');
  expect(undo(undo(again)).text).toBe('abc');
  expect(undo(undo(undo(again))).text).toBe('');
  expect(canUndo(undo(undo(undo(again))))).toBe(false);
  expect(redo(undo(again))).toMatchObject({ text: 'abc: 12' });
  // After an undo, typing starts a new step.
  expect(undo(pushText(undo(typed), 'x', { merge: 'typing' })).text).toBe('');
  expect(canRedo(pushText(undo(again), 'other'))).toBe(false);
  expect(pushText(again, again.text)).toBe(again);
  expect([undo(beginHistory('x')), redo(beginHistory('x'))].map(({ text }) => text)).toEqual(['x', 'x']);
});

test('drops the oldest steps', () => {
  const many = Array.from({ length: 400 }, (_, n) => `${n}`).reduce(
    (history, text) => pushText(history, text),
    beginHistory('-'),
  );
  expect(many.past).toHaveLength(300);
  const huge = ['a', 'b', 'c']
    .map((letter) => letter.repeat(9_000_000))
    .reduce((history, text) => pushText(history, text), beginHistory('-'));
  expect(huge.past.map((text) => text[0])).toEqual(['b']);
});

test('selects and places a hundred thousand edits in linear time', () => {
  const text = '-'.repeat(300_000);
  const edits = Array.from({ length: 100_000 }, (_, index) => ({
    start: index * 3,
    end: index * 3 + 1,
    text: 'ab',
  }));
  const { user } = process.cpuUsage();
  const { applied, originOf } = applyWhatFits(text, edits);
  for (let offset = 0; offset < 400_000; offset += 4) expect(originOf(offset)).toBe((offset / 4) * 3);
  expect(applied).toHaveLength(100_000);
  // Comparing each edit with all others took minutes.
  expect((process.cpuUsage().user - user) / 1e6).toBeLessThan(5);
});

test('applies the first of overlapping edits in the list', () => {
  const all = [
    { start: 4, end: 6, text: 'x' },
    { start: 0, end: 5, text: 'y' },
    { start: 6, end: 6, text: 'z' },
    { start: 6, end: 8, text: 'u' },
    { start: 6, end: 6, text: 'v' },
    { start: 7, end: 9, text: 'w' },
  ];
  expect(applyWhatFits('0123456789', all).applied.map(({ text }) => text)).toEqual(['x', 'z', 'u']);
});
