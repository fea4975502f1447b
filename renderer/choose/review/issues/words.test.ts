import { describe, expect, it } from 'vitest';
import type { ContractLookUp } from '../../../../core/contract/topics/drafts.ts';
import { t } from './messages.ts';
import { issuesTitle, notesOf, noteTitle, noteWords, withListed } from './words.ts';

const NOW = new Date('2025-05-09T12:00:00Z');

describe('issues', () => {
  const state = { notes: 0, isEmpty: false, isFailed: false };

  it('show what prevents the run', () => {
    expect(issuesTitle([], state)).toEqual({
      ...{ title: t('noIssuesTitle'), note: t('readyNote', { issues: 0 }), mark: 'good' },
    });
    expect(issuesTitle([{ level: 'warning' }, { level: 'info' }], { ...state, notes: 1 })).toEqual({
      ...{ title: '3 issues', note: t('readyNote', { issues: 3 }), mark: 'warning' },
    });
    expect(issuesTitle([{ level: 'error' }], { ...state, isEmpty: true })).toEqual({
      ...{ title: '2 issues', note: '1 error prevents the run', mark: 'bad' },
    });
  });

  it('an empty selection and a failed download are never without issues', () => {
    expect(issuesTitle([], { ...state, isEmpty: true })).toEqual({
      ...{ title: t('nothingTitle'), note: t('nothingNote'), mark: 'warning' },
    });
    expect(issuesTitle([], { ...state, isFailed: true })).toEqual({
      ...{ title: '1 issue', note: t('loadNote'), mark: 'warning' },
    });
  });

  it('include those that only the list of images shows', () => {
    const known = { code: 'c', message: 'm', remedy: 'r', level: 'info' as const };
    const further = { ...known, message: 'n' };
    expect(withListed([known], [{ ...known, line: 5 }, further])).toEqual([known, further]);
  });

  it("include old data with its age, and data that isn't loaded", () => {
    const catalog: ContractLookUp = {
      id: 'c',
      kind: 'catalog',
      name: 'catalog registry.redhat.io/redhat/redhat-operator-index:v4.18',
      catalog: 'registry.redhat.io/redhat/redhat-operator-index:v4.18',
      bytes: 1,
      asOf: '2025-05-02T10:00:00Z',
    };
    const { asOf: _, ...unread } = catalog;
    const fresh = { ...catalog, asOf: '2025-05-09T10:00:00Z' };
    const manifests: ContractLookUp = { id: 'm', kind: 'manifests', name: 'manifests', bytes: 9 };
    expect(notesOf([catalog, unread, fresh, manifests], NOW)).toEqual([catalog, unread]);
    expect(noteTitle(catalog, NOW)).toBe('Catalog redhat v4.18 is 7 days old');
    expect(noteTitle(unread, NOW)).toBe(t('notLoadedTitle', { name: 'Catalog redhat v4.18' }));
    expect([noteWords(catalog), noteWords(unread)]).toEqual([t('catalogOldText'), t('catalogUnknownText')]);
  });
});
