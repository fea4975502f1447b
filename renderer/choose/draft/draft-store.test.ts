import { expect, test } from 'vitest';
import { setValue } from '../../../core/contract/documents/document.ts';
import { draft } from '../../../core/contract/topics/drafts.ts';
import { createDraftStore } from './draft-store.ts';

const TEXT = 'kind: ImageSetConfiguration # ours\nmirror:\n  platform: {}\n';
const begin = (text = TEXT) => createDraftStore(draft.parse({ id: 'a', file: '/srv/isc.yaml', text }));

test('edits of the form and typing are undone in one order', () => {
  const store = begin();
  store.getState().edit((doc) => setValue(doc, ['archiveSize'], 4));
  const edited = store.getState().draft.text;
  expect(edited).toContain('# ours');
  expect(store.getState().marks).toMatchObject([{ kind: 'added' }]);
  store.getState().type(`${edited}# typed\n`);
  store.getState().type(`${edited}# typed more\n`);
  store.getState().undo();
  expect(store.getState().draft.text).toBe(edited);
  store.getState().undo();
  expect(store.getState().draft.text).toBe(TEXT);
  expect(store.getState().canUndo).toBe(false);
  store.getState().redo();
  store.getState().redo();
  expect(store.getState().draft.text).toBe(`${edited}# typed more\n`);
  expect(store.getState().canRedo).toBe(false);
});

test('edits of one name are one undo step', () => {
  const store = begin();
  for (const size of [1, 12, 123])
    store.getState().edit((doc) => setValue(doc, ['archiveSize'], size), { merge: 'size' });
  expect(store.getState().draft.text).toContain('archiveSize: 123');
  store.getState().undo();
  expect(store.getState().draft.text).toBe(TEXT);
});

test('undo restores the versions with the text that was written for them', () => {
  const store = begin();
  const { edit, undo, redo } = store.getState();
  edit((doc) => setValue(doc, ['archiveSize'], 4), { fields: { from: '4.16.1', to: '4.16.5' } });
  expect(store.getState().draft).toMatchObject({ from: '4.16.1', to: '4.16.5' });
  undo();
  expect(store.getState().draft.from).toBeUndefined();
  redo();
  expect(store.getState().draft.to).toBe('4.16.5');
});

test("a text that doesn't parse rejects edits of the form, and typing fixes it", () => {
  const store = begin();
  store.getState().type('mirror: [\n');
  expect(store.getState().doc.faults.length).toBeGreaterThan(0);
  expect(store.getState().readable.text).toBe(TEXT);
  const { version } = store.getState();
  store.getState().edit((doc) => setValue(doc, ['archiveSize'], 4));
  expect(store.getState().draft.text).toBe('mirror: [\n');
  expect(store.getState().version).toBe(version);
  store.getState().type(TEXT);
  expect(store.getState().doc.faults).toEqual([]);
});

test('setting the current value changes nothing', () => {
  const store = begin();
  store.getState().change({ goal: 'disk', enclave: 'default' });
  store.getState().edit((doc) => doc);
  expect(store.getState().version).toBe(0);
  store.getState().change({ enclave: 'fleet' });
  expect(store.getState().version).toBe(1);
});

test("an edit that can't be written is reported, and the text stays", () => {
  const store = begin('mirror: text\n');
  store.getState().edit((doc) => setValue(doc, ['mirror', 'platform', 'graph'], true));
  expect(store.getState().draft.text).toBe('mirror: text\n');
  expect(store.getState().editError).toBeInstanceOf(Error);
  store.getState().type(TEXT);
  expect(store.getState().editError).toBeUndefined();
});
