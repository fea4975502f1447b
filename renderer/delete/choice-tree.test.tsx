import { screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { openScreen } from '../engine/screen.fixture.tsx';
import { ChoiceTree } from './choice-tree.tsx';
import { choice } from './delete.fixture.ts';
import { t } from './messages.ts';

const ODF = choice('odf', 'package', choice('odf.v1', 'bundle'), choice('odf.v2', 'bundle'));
const CHOICES = [choice('4.16.1', 'release'), choice('index', 'catalog', ODF, choice('gitops', 'package'))];

function Chooser({ choices }: { choices: typeof CHOICES }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  return (
    <>
      <ChoiceTree choices={choices} chosen={chosen} onChange={setChosen} />
      <output>{[...chosen].sort().join(' ')}</output>
    </>
  );
}

const tree = (choices = CHOICES) => openScreen(<Chooser choices={choices} />, {});
const names = () =>
  screen.queryAllByRole('treeitem').map((row) => row.querySelector('.al-strong')!.textContent);
const row = (name: string) =>
  screen.getAllByRole('treeitem').find((each) => each.querySelector('.al-strong')!.textContent === name)!;
const chosen = () => screen.getByRole('status').textContent;
const focused = () => document.activeElement?.querySelector('.al-strong')?.textContent;

describe('by mouse', () => {
  test('a single catalog is open at first', () => {
    tree();
    expect(names()).toEqual(['4.16.1', 'index', 'odf', 'gitops']);
  });

  test('several catalogs are closed at first', () => {
    tree([...CHOICES, choice('certified', 'catalog', choice('x', 'package'))]);
    expect(names()).toEqual(['4.16.1', 'index', 'certified']);
  });

  test('a click selects everything below a row, another click deselects it', async () => {
    const { user } = tree();
    await user.click(row('odf'));
    expect(chosen()).toBe('odf.v1 odf.v2');
    expect(row('odf').getAttribute('aria-checked')).toBe('true');
    expect(row('index').getAttribute('aria-checked')).toBe('mixed');
    await user.click(row('odf'));
    expect(chosen()).toBe('');
  });

  test('the angle opens a row without selecting it', async () => {
    const { user } = tree();
    await user.click(row('odf').querySelector('.al-delete-angle')!);
    expect(names()).toEqual(['4.16.1', 'index', 'odf', 'odf.v1', 'odf.v2', 'gitops']);
    expect(chosen()).toBe('');
    await user.click(row('odf').querySelector('.al-delete-angle')!);
    expect(row('odf').getAttribute('aria-expanded')).toBe('false');
  });

  test('rows show their kind, their images and who else uses them', () => {
    tree([{ ...choice('odf', 'package'), requestedBy: ['fleet.yaml', 'lab.yaml'] }]);
    expect(row('odf').textContent).toContain(t('packageKind'));
    expect(row('odf').textContent).toContain(t('imagesNote', { images: 2 }));
    expect(screen.getByText(t('usedBy', { configurations: 'fleet.yaml and lab.yaml' }))).toBeTruthy();
  });

  test('screen readers hear level and place of each row', () => {
    tree();
    expect(row('gitops').getAttribute('aria-level')).toBe('2');
    expect(row('gitops').getAttribute('aria-posinset')).toBe('2');
    expect(row('gitops').getAttribute('aria-setsize')).toBe('2');
    expect(row('gitops').hasAttribute('aria-expanded')).toBe(false);
  });
});

describe('by keyboard', () => {
  test('Tab reaches one row; arrows, Home and End move between the visible rows', async () => {
    const { user } = tree();
    await user.click(screen.getByRole('textbox', { name: t('searchLabel') }));
    await user.tab();
    expect(focused()).toBe('4.16.1');
    await user.keyboard('{ArrowUp}');
    expect(focused()).toBe('4.16.1');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(focused()).toBe('odf');
    await user.keyboard('{End}');
    expect(focused()).toBe('gitops');
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe('gitops');
    await user.keyboard('{Home}');
    expect(focused()).toBe('4.16.1');
    expect(chosen()).toBe('');
  });

  test('Right opens a row and then enters it; Left goes to the parent and then closes it', async () => {
    const { user } = tree();
    row('odf').focus();
    await user.keyboard('{Home}{ArrowDown}{ArrowDown}{ArrowRight}');
    expect(row('odf').getAttribute('aria-expanded')).toBe('true');
    expect(focused()).toBe('odf');
    await user.keyboard('{ArrowRight}');
    expect(focused()).toBe('odf.v1');
    await user.keyboard('{ArrowLeft}');
    expect(focused()).toBe('odf');
    await user.keyboard('{ArrowLeft}');
    expect(row('odf').getAttribute('aria-expanded')).toBe('false');
    await user.keyboard('{ArrowLeft}');
    expect(focused()).toBe('index');
  });

  test.each([' ', '{Enter}'])('"%s" selects the row with the focus', async (key) => {
    const { user } = tree();
    row('4.16.1').focus();
    await user.keyboard('{Home}{ArrowDown}{ArrowDown}');
    await user.keyboard(key);
    expect(chosen()).toBe('odf.v1 odf.v2');
  });

  test('keys with Ctrl or Alt are left to the browser', async () => {
    const { user } = tree();
    row('4.16.1').focus();
    await user.keyboard('{Control>} {/Control}{Alt>}{Enter}{/Alt}');
    expect(chosen()).toBe('');
  });
});

describe('search', () => {
  test('shows its matches with the rows that lead to them', async () => {
    const { user } = tree();
    await user.type(screen.getByRole('textbox', { name: t('searchLabel') }), 'V2');
    expect(names()).toEqual(['index', 'odf', 'odf.v2']);
  });

  test('reports that nothing was found, and shows everything again when it is cleared', async () => {
    const { user } = tree();
    await user.type(screen.getByRole('textbox', { name: t('searchLabel') }), 'zzz');
    expect(names()).toEqual([]);
    expect(screen.getByText(t('noMatchText'))).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /clear|reset/i }));
    expect(names()).toEqual(['4.16.1', 'index', 'odf', 'gitops']);
  });

  test('counts the rows beyond the first 500', () => {
    tree(Array.from({ length: 502 }, (_, at) => choice(`image-${at}`, 'image')));
    expect(screen.getAllByRole('treeitem')).toHaveLength(500);
    expect(screen.getByText(t('moreRowsText', { rows: 2 }))).toBeTruthy();
  });
});
