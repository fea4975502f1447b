import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { readYaml } from '../../core/contract/documents/document.ts';
import { useKeyboard } from '../app-state/keys.ts';
import { buttonThatIs, openScreen } from '../engine/screen.fixture.tsx';
import { FormAlerts } from './form-alerts.tsx';
import { HistoryButtons } from './history-buttons.tsx';
import { t } from './messages.ts';

const calls = () => ({ undo: vi.fn(), redo: vi.fn(), onShow: vi.fn() });

function Buttons(props: { undo: () => void; redo: () => void; canUndo: boolean; canRedo: boolean }) {
  useKeyboard(() => false, []);
  return (
    <>
      <HistoryButtons document={props} />
      <input aria-label="A field" />
    </>
  );
}

test('undo and redo are enabled only with changes to undo or redo', async () => {
  const { undo, redo } = calls();
  const { user } = openScreen(<Buttons {...{ undo, redo }} canUndo canRedo={false} />, {});
  await buttonThatIs('off', t('redoButton'));
  await user.click(await buttonThatIs('on', t('undoButton')));
  expect([undo.mock.calls.length, redo.mock.calls.length]).toEqual([1, 0]);
});

test.each([
  ['z', 1, 0],
  ['y', 0, 1],
])('Ctrl+%s changes the document unless a field has the focus', async (key, undone, redone) => {
  const { undo, redo } = calls();
  openScreen(<Buttons {...{ undo, redo }} canUndo canRedo />, {});
  fireEvent.keyDown(await screen.findByLabelText('A field'), { key, ctrlKey: true });
  expect([undo.mock.calls.length, redo.mock.calls.length]).toEqual([0, 0]);
  fireEvent.keyDown(document.body, { key, ctrlKey: true });
  expect([undo.mock.calls.length, redo.mock.calls.length]).toEqual([undone, redone]);
});

const alerts = (text: string, more: { canUndo?: boolean; editError?: unknown } = {}) => {
  const { undo, onShow } = calls();
  const document = { doc: readYaml(text), undo, canUndo: more.canUndo ?? false, editError: more.editError };
  return { ...openScreen(<FormAlerts document={document as never} onShow={onShow} />, {}), undo, onShow };
};

test('a valid text shows no alert', () => {
  alerts('a: 1\n');
  expect(document.body.textContent).toBe('');
});

test('a syntax error links to its line and offers to undo the last change', async () => {
  const { user, undo, onShow } = alerts('a: 1\nb: [\n', { canUndo: true });
  await screen.findByText(t('faultTitle', { line: 3, column: 1 }));
  await user.click(screen.getByRole('button', { name: t('goToLineButton', { line: 3 }) }));
  expect(onShow.mock.calls).toEqual([[3, 1]]);
  await user.click(screen.getByRole('button', { name: t('undoLastButton') }));
  expect(undo).toHaveBeenCalledOnce();
});

test('a syntax error without earlier changes offers no undo', async () => {
  alerts('b: [\n');
  await screen.findByText(t('faultTitle', { line: 2, column: 1 }));
  expect(screen.queryByRole('button', { name: t('undoLastButton') })).toBeNull();
});

test('a form change that failed shows why', async () => {
  alerts('a: 1\n', { editError: new Error('an alias is in its place') });
  await screen.findByText('An alias is in its place');
});
