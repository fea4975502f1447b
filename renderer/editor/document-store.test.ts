import { expect, test } from 'vitest';
import { createStore } from 'zustand';
import { setValue } from '../../core/contract/documents/document.ts';
import { type DocumentState, documentState } from './document-store.ts';

const storeOf = (text: string) => createStore<DocumentState>((set, get) => documentState(text, set, get));

test('form edits and typing share one undo history', () => {
  const store = storeOf('a: 1 # first\nb: 2\n');
  store.getState().edit((doc) => setValue(doc, ['a'], 3));
  expect(store.getState()).toMatchObject({ text: 'a: 3 # first\nb: 2\n', version: 1, canUndo: true });
  expect(store.getState().marks).toEqual([{ line: 1, kind: 'changed' }]);
  store.getState().type('a: 3\nb: [\n');
  expect(store.getState().readable.text).toBe('a: 3 # first\nb: 2\n');
  store.getState().edit((doc) => setValue(doc, ['a'], 4));
  expect(store.getState().text).toBe('a: 3\nb: [\n');
  store.getState().undo();
  store.getState().undo();
  expect(store.getState()).toMatchObject({ text: 'a: 1 # first\nb: 2\n', canUndo: false, canRedo: true });
  store.getState().redo();
  expect(store.getState().text).toBe('a: 3 # first\nb: 2\n');
});

test('a failed edit sets the error and changes nothing', () => {
  const store = storeOf('a: &x {b: 1}\nc: *x\n');
  store.getState().edit((doc) => setValue(doc, ['c', 'b'], 2));
  expect(store.getState().editError).toBeInstanceOf(Error);
  expect(store.getState().version).toBe(0);
});

test('undo and redo never restore a text that was settled', () => {
  const store = storeOf('password: \n');
  store.getState().type('password: hunter2\n');
  store.getState().settle('password: stored\n', (text) => text.includes('hunter'));
  expect(store.getState()).toMatchObject({ text: 'password: stored\n', version: 1 });
  store.getState().undo();
  expect(store.getState().text).toBe('password: \n');
  store.getState().redo();
  expect(store.getState().text).toBe('password: stored\n');
});
