import { expect, test } from 'vitest';
import { buttonsOf, drawn, textOf } from '../engine/page.fixture.tsx';
import { Doors } from './doors.tsx';
import { t } from './messages.ts';
import { OpenDraft } from './open-draft.tsx';
import { SavedMark } from './saved-mark.tsx';

const Icon = () => <svg />;

test('one of the starting points is chosen', () => {
  const doors = [
    { name: 'new', title: 'New', text: 'from nothing', icon: Icon },
    { name: 'file', title: 'A file', text: 'from a file', icon: Icon },
  ];
  const html = drawn(<Doors doors={doors} chosen="file" onChoose={() => {}} />);
  expect(html.match(/aria-pressed="true"/g)).toHaveLength(1);
  expect(html.indexOf('aria-pressed="true"')).toBeGreaterThan(html.indexOf('from nothing'));
});

test('shows whether a draft is saved, and offers to save it after a failure', () => {
  const now = () => Promise.resolve(undefined);
  const mark = (more: object) =>
    drawn(<SavedMark keeping={{ at: undefined, pending: false, error: undefined, now, ...more }} />);
  expect(textOf(mark({}))).toBe(t('draftSaved'));
  expect(textOf(mark({ at: new Date(2026, 0, 1, 14, 20) }))).toBe('Draft saved at 14:20');
  expect(textOf(mark({ pending: true }))).toBe(t('draftSaving'));
  const failed = mark({ pending: true, error: new Error('no engine') });
  expect(textOf(failed)).toContain(t('draftUnsaved'));
  expect(failed).toContain('role="alert"');
  expect(buttonsOf(failed)).toEqual({ [t('saveDraftButton')]: 'on' });
});

test('the screen is busy while a draft is loaded', () => {
  const html = drawn(
    <OpenDraft read={() => new Promise(() => {})} eyebrow="Choose" sentence="No draft" all="/choose">
      {() => 'the draft'}
    </OpenDraft>,
  );
  expect(html).toContain('aria-busy="true"');
  expect(textOf(html)).toBe('');
});
