import { describe, expect, test } from 'vitest';
import { changeHosts, withParts } from '../../../core/contract/documents/nmstate.ts';
import { columnsOf } from '../columns.ts';
import { fleet } from '../fleet.fixture.ts';
import { emptyHost, writeCells } from '../table-edits.ts';
import type { HostState } from '../verdict.ts';
import { at, rangeOf } from './grid-moves.ts';
import { t } from './messages.ts';
import {
  blockOf,
  filledInto,
  filterChoices,
  hostAt,
  pastedInto,
  placeOfCell,
  type Shown,
  shownRows,
  withImported,
  writtenInto,
} from './shown.ts';

const shownOf = (count: number, rows?: readonly number[]): Shown => {
  const set = fleet(count);
  return { set, rows: rows ?? set.hosts.map((_, index) => index), columns: columnsOf(set) };
};
const column = ({ columns }: Shown, part: string) => columns.findIndex((each) => each.part === part);
const range = (top: number, bottom: number, left: number, right = left) => ({ top, bottom, left, right });
const state = (level?: 'error' | 'warning') => ({ level }) as HostState;

describe('filters', () => {
  const set = fleet(5);
  const levels = { hosts: [state(), state('error'), state(), state('warning'), state()], errors: 1 };

  test('show all hosts, one role, or those with problems', () => {
    expect(shownRows(set, undefined, { filter: 'all', query: '' })).toEqual([0, 1, 2, 3, 4]);
    expect(shownRows(set, undefined, { filter: 'worker', query: '' })).toEqual([3, 4]);
    expect(shownRows(set, levels, { filter: 'problems', query: '' })).toEqual([1, 3]);
    expect(shownRows(set, undefined, { filter: 'problems', query: '' })).toEqual([]);
  });

  test('can be combined with a word in any cell', () => {
    expect(shownRows(set, undefined, { filter: 'all', query: ' MASTER-1 ' })).toEqual([1]);
    expect(shownRows(set, undefined, { filter: 'worker', query: '10.20.0.1' })).toEqual([3, 4]);
    expect(shownRows(set, undefined, { filter: 'master', query: 'worker' })).toEqual([]);
  });

  test('have counts', () => {
    expect(filterChoices(set, undefined).map(({ text }) => text)).toEqual([
      t('allFilter'),
      t('controlPlaneFilter', { hosts: 3 }),
      t('workersFilter', { hosts: 2 }),
    ]);
    expect(filterChoices(set, levels).at(-1)).toEqual({
      name: 'problems',
      text: t('problemsFilter', { hosts: 2 }),
      wrong: true,
    });
    expect(filterChoices(set, { ...levels, errors: 0 }).at(-1)?.wrong).toBe(false);
    expect(filterChoices({ hosts: [] }, { hosts: [], errors: 0 })).toHaveLength(1);
  });
});

describe('edits of shown cells', () => {
  test('write a text to all cells of a range in the shown hosts', () => {
    const shown = shownOf(5, [1, 3]);
    const role = column(shown, 'role');
    const { edits, status } = writtenInto(shown, 'infra', range(0, 1, role));
    expect(edits).toEqual([
      { host: 1, part: 'role', text: 'infra' },
      { host: 3, part: 'role', text: 'infra' },
    ]);
    expect(status).toBe(t('cellsChanged', { cells: 2 }));
    expect(writtenInto(shown, 'x', range(0, 0, role)).status).toBe(t('cellChanged', { column: 'Role' }));
  });

  test('add rows below the last as new hosts, also in a filtered table', () => {
    const shown = shownOf(5, [1, 3]);
    expect([hostAt(shown, 0), hostAt(shown, 1), hostAt(shown, 2), hostAt(shown, 3)]).toEqual([1, 3, 5, 6]);
    const { edits } = writtenInto(shown, 'worker-9', range(2, 2, column(shown, 'name')));
    expect(
      writeCells(shown.set, edits)
        .hosts.map(({ name }) => name)
        .at(-1),
    ).toBe('worker-9');
  });

  test('fill down the first row, with the same value or a series', () => {
    const shown = shownOf(5);
    const addresses = column(shown, 'addresses');
    const same = filledInto(shown, range(1, 3, addresses), false);
    expect(same.edits.map(({ host, text }) => `${host} ${text}`)).toEqual([
      '1 10.20.0.12/16',
      '2 10.20.0.12/16',
      '3 10.20.0.12/16',
    ]);
    expect(same.status).toBe(t('filledDown', { rows: 3 }));
    const series = filledInto(shown, range(1, 3, addresses), true);
    expect(series.edits.at(-1)?.text).toBe('10.20.0.14/16');
  });

  test('fill down values of the layout like own values', () => {
    const shown = shownOf(3);
    expect(filledInto(shown, range(0, 1, column(shown, 'vlan')), false).edits[0]?.text).toBe('120');
  });

  test('paste a block as far as there are columns', () => {
    const shown = shownOf(3);
    const last = shown.columns.length - 1;
    const { edits, status } = pastedInto(shown, '8000\t1\n9000\t2', range(0, 0, last));
    expect(edits).toEqual([
      { host: 0, part: shown.columns[last]!.part, text: '8000' },
      { host: 1, part: shown.columns[last]!.part, text: '9000' },
    ]);
    expect(status).toBe(t('pasted', { cells: 2 }));
  });

  test('copy texts as shown, and leave new rows empty', () => {
    const shown = shownOf(2);
    const [name, role] = [column(shown, 'name'), column(shown, 'role')];
    expect(blockOf(shown, range(0, 1, name, role))).toEqual([
      ['master-0', 'master'],
      ['master-1', 'master'],
    ]);
    expect(blockOf(shown, range(1, 2, name))).toEqual([['master-1'], ['']]);
    expect(blockOf(shownOf(3, []), range(0, 0, name))).toEqual([['']]);
  });
});

const PASTED = { source: 'pasted', mode: 'table' } as const;

describe('an import', () => {
  test('changes existing hosts but not the layout', () => {
    const set = fleet(2);
    const incoming = { ...set.hosts[0]!, addresses: ['10.20.9.9/16'], given: ['addresses'] };
    const { set: after, status } = withImported(set, [incoming, { ...emptyHost(), name: 'new' }], {
      source: 'hosts.csv',
      mode: 'table',
    });
    expect(status).toBe(t('imported', { added: 1, changed: 1 }));
    expect(after.hosts.map(({ name }) => name)).toEqual(['master-0', 'master-1', 'new']);
    expect(after).toMatchObject({ source: 'hosts.csv', layout: set.layout });
  });

  test('keeps the roles and BMCs of a table without NICs', () => {
    const [master] = fleet(1).hosts;
    const set = { ...fleet(0), hosts: [{ ...master!, role: 'infra', nics: [], addresses: [] }] };
    const incoming = { ...emptyHost(), name: 'master-0', nics: [{ name: 'ens3' }], given: ['nic1'] };
    const { set: after } = withImported(set, [incoming], PASTED);
    expect(after.hosts).toEqual([{ ...set.hosts[0], nics: [{ name: 'ens3' }] }]);
  });

  test('replaces a table that has only names, and its layout', () => {
    const set = {
      ...fleet(0),
      hosts: [{ ...emptyHost(), name: 'master-0' }],
      layout: { preset: 'vlan', answers: {} },
    };
    const { set: after } = withImported(set, fleet(2).hosts.slice(1), PASTED);
    expect(after.hosts.map(({ name }) => name)).toEqual(['master-1']);
    expect(after.layout.preset).toBe('bond-lacp');
    const answered = { ...set, layout: { preset: 'vlan', answers: { vlan: '7' } } };
    expect(withImported(answered, fleet(2).hosts, PASTED).set.layout).toBe(answered.layout);
  });
});

describe('the cell of a problem', () => {
  test('is in its column', () => {
    const { columns } = shownOf(3);
    const place = placeOfCell(columns, 2, 'addresses');
    expect(place).toEqual({
      selection: at(
        2,
        columns.findIndex(({ part }) => part === 'addresses'),
      ),
      columns: undefined,
    });
    expect(rangeOf(place.selection).top).toBe(2);
  });

  test('shows its hidden column', () => {
    const { columns } = shownOf(3);
    const { columns: shown } = placeOfCell(columns, 0, 'boot_mac');
    expect([...shown!]).toEqual([...columns.map(({ part }) => part), 'boot_mac']);
    expect(placeOfCell(columns, 1, undefined)).toEqual({ selection: at(1, 0), columns: undefined });
  });
});

test('never changes the set itself', () => {
  const set = fleet(2);
  const before = structuredClone(set);
  const shown = { set, rows: [0, 1], columns: columnsOf(set) };
  writeCells(set, writtenInto(shown, 'x', range(0, 1, 0, 1)).edits);
  const [changed] = changeHosts(set, (host) => withParts(host, { role: 'infra' })).hosts;
  withImported(set, [{ ...changed!, given: ['role'] }], PASTED);
  expect(set).toEqual(before);
});
