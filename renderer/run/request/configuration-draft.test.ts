import { describe, expect, it } from 'vitest';
import { draftAfterSave, isNewFile, isUnsaved, typedDraft } from './configuration-draft.ts';

const read = { text: 'kind: x\n', digest: 'sha256:1' };

describe('an edited file', () => {
  it('has nothing to save before a change', () => {
    expect(isUnsaved(undefined, read)).toBe(false);
    expect(isUnsaved(undefined, undefined)).toBe(false);
  });

  it('is changed over what was read', () => {
    const draft = typedDraft('kind: y\n', undefined, read);
    expect(draft).toEqual({ text: 'kind: y\n', digest: 'sha256:1' });
    expect(isUnsaved(draft, read)).toBe(true);
  });

  it('is unchanged when the text is typed back', () => {
    const draft = typedDraft('kind: y\n', undefined, read);
    expect(typedDraft(read.text, draft, read)).toBeUndefined();
  });

  it('retains the digest of the version that was read after another save', () => {
    const draft = typedDraft('kind: y\n', undefined, read);
    const theirs = { text: 'kind: z\n', digest: 'sha256:2' };
    expect(typedDraft('kind: yy\n', draft, theirs)?.digest).toBe('sha256:1');
    expect(isUnsaved(draft, theirs)).toBe(true);
  });

  it('with the text of the draft has nothing to save', () => {
    expect(
      isUnsaved({ text: 'kind: y\n', digest: 'sha256:1' }, { text: 'kind: y\n', digest: 'sha256:2' }),
    ).toBe(false);
  });
});

describe('a new file', () => {
  const fresh = { text: 'kind: x\n' };

  it('always has a text to save', () => {
    expect(isNewFile(fresh)).toBe(true);
    expect(isUnsaved(fresh, undefined)).toBe(true);
    expect(isNewFile(undefined)).toBe(false);
    expect(isNewFile({ ...fresh, digest: 'sha256:1' })).toBe(false);
  });

  it('stays new while it is typed', () => {
    const typed = typedDraft('', fresh, undefined);
    expect(typed).toEqual({ text: '', digest: undefined });
    expect(isNewFile(typed)).toBe(true);
  });

  it('stays a draft with the same text as a file that was created meanwhile', () => {
    expect(typedDraft(read.text, fresh, read)).toEqual({ text: read.text, digest: undefined });
  });
});

describe('after saving', () => {
  const saved = { text: 'kind: y\n', digest: 'sha256:2' };

  it('no draft remains', () => {
    expect(draftAfterSave({ text: saved.text, digest: 'sha256:1' }, saved)).toBeUndefined();
    expect(draftAfterSave(undefined, saved)).toBeUndefined();
  });

  it('text that was typed meanwhile is a change', () => {
    expect(draftAfterSave({ text: 'kind: yy\n', digest: 'sha256:1' }, saved)).toEqual({
      text: 'kind: yy\n',
      digest: 'sha256:2',
    });
    // The file is no longer new.
    expect(isNewFile(draftAfterSave({ text: 'kind: yy\n' }, saved))).toBe(false);
  });
});
