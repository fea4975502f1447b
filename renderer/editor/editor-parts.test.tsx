import { expect, test } from 'vitest';
import { buttonsOf, drawn, textOf } from '../engine/page.fixture.tsx';
import { Doors } from './doors.tsx';
import { OpenDraft } from './open-draft.tsx';
import { SavedMark } from './saved-mark.tsx';

const Icon = () => <svg />;

test('ways in which something begins, one of them chosen', () => {
  const doors = [
    { name: 'new', title: 'New', text: 'from nothing', icon: Icon },
    { name: 'file', title: 'A file', text: 'from a file', icon: Icon },
  ];
  const html = drawn(<Doors doors={doors} chosen="file" onChoose={() => {}} />);
  expect(html.match(/aria-pressed="true"/g)).toHaveLength(1);
  expect(html.indexOf('aria-pressed="true"')).toBeGreaterThan(html.indexOf('from nothing'));
});

test('whether a draft is saved, and what to do when it is not', () => {
  const now = () => Promise.resolve(undefined);
  const mark = (more: object) =>
    drawn(<SavedMark keeping={{ at: undefined, pending: false, error: undefined, now, ...more }} />);
  expect(textOf(mark({}))).toBe('Draft saved');
  expect(textOf(mark({ at: new Date(2026, 0, 1, 14, 20) }))).toBe('Draft saved 14:20');
  expect(textOf(mark({ pending: true }))).toBe('Saving draft');
  const failed = mark({ pending: true, error: new Error('no engine') });
  expect(textOf(failed)).toContain('Draft not saved.');
  expect(failed).toContain('role="alert"');
  expect(buttonsOf(failed)).toEqual({ 'Try again': 'on' });
});

test('while a draft is read the screen is busy', () => {
  const html = drawn(
    <OpenDraft read={() => new Promise(() => {})} eyebrow="Choose" sentence="No draft" all="/choose">
      {() => 'the draft'}
    </OpenDraft>,
  );
  expect(html).toContain('aria-busy="true"');
  expect(textOf(html)).toBe('');
});
