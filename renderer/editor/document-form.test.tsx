import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { readYaml } from '../../core/contract/documents/document.ts';
import { useKeyboard } from '../app-state/keys.ts';
import { buttonThatIs, openScreen } from '../engine/screen.fixture.tsx';
import { FormAlerts } from './form-alerts.tsx';
import { HistoryButtons } from './history-buttons.tsx';

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

test('undo and redo are on as far as there is something to change', async () => {
  const { undo, redo } = calls();
  const { user } = openScreen(<Buttons {...{ undo, redo }} canUndo canRedo={false} />, {});
  await buttonThatIs('off', 'Redo');
  await user.click(await buttonThatIs('on', 'Undo'));
  expect([undo.mock.calls.length, redo.mock.calls.length]).toEqual([1, 0]);
});

test.each([
  ['z', 1, 0],
  ['y', 0, 1],
])('Ctrl and %s changes the document, but not while a field has the focus', async (key, undone, redone) => {
  const { undo, redo } = calls();
  openScreen(<Buttons {...{ undo, redo }} canUndo canRedo />, {});
  fireEvent.keyDown(await screen.findByLabelText('A field'), { key, ctrlKey: true });
  expect([undo.mock.calls.length, redo.mock.calls.length]).toEqual([0, 0]);
  fireEvent.keyDown(document.body, { key, ctrlKey: true });
  expect([undo.mock.calls.length, redo.mock.calls.length]).toEqual([undone, redone]);
});

const alerts = (text: string, more: { canUndo?: boolean; refused?: unknown } = {}) => {
  const { undo, onShow } = calls();
  const document = { doc: readYaml(text), undo, canUndo: more.canUndo ?? false, refused: more.refused };
  return { ...openScreen(<FormAlerts document={document as never} onShow={onShow} />, {}), undo, onShow };
};

test('a text that can be used shows no alert', () => {
  alerts('a: 1\n');
  expect(document.body.textContent).toBe('');
});

test('a text that cannot be read leads to its line, and to the last change where there is one', async () => {
  const { user, undo, onShow } = alerts('a: 1\nb: [\n', { canUndo: true });
  await screen.findByText(/The YAML cannot be read: line \d+, column \d+/);
  await user.click(screen.getByRole('button', { name: /^Go to line/ }));
  expect(onShow.mock.calls).toEqual([[expect.any(Number), expect.any(Number)]]);
  await user.click(screen.getByRole('button', { name: 'Undo the last change' }));
  expect(undo).toHaveBeenCalledOnce();
});

test('a text without a change before has nothing to undo', async () => {
  alerts('b: [\n');
  await screen.findByText(/The YAML cannot be read/);
  expect(screen.queryByRole('button', { name: 'Undo the last change' })).toBeNull();
});

test('a change that could not be written says so', async () => {
  alerts('a: 1\n', { refused: new Error('an alias is in its place') });
  await screen.findByText('An alias is in its place');
});
