import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { buttonThatIs, openScreen } from '../../engine/screen.fixture.tsx';
import { cardOf } from '../draft/draft.fixture.tsx';
import { ChannelMenu } from './channel-menu.tsx';
import type { ChosenChannel } from './channel-range.ts';
import { PackageDetail } from './detail.tsx';
import { t } from './messages.ts';

const CARD = cardOf('anvil', {
  displayName: 'Anvil',
  provider: 'Lab',
  description: 'Forges things.',
  selected: true,
  installed: '1.1.0',
  adds: 1024 ** 2,
  channels: [
    { name: 'stable', head: 'anvil.v1.3.0', versions: ['1.3.0', '1.2.0', '1.1.0'] },
    { name: 'fast', head: 'anvil.v2.0.0', versions: ['2.0.0'], deprecated: 'use stable' },
  ],
});

/** The name of the button without the choice, which the rows change. */
const MENU = new RegExp(
  `^${t('channelMenu', { package: 'anvil', channel: '', more: 0, version: '' }).trimEnd()} `,
);

const chosenWith = (...channels: ChosenChannel[]) => ({ name: 'anvil', channels });

function openMenu(...channels: ChosenChannel[]) {
  const onChange = vi.fn<(channels: ChosenChannel[]) => void>();
  const onDetails = vi.fn();
  const page = openScreen(
    <ChannelMenu card={CARD} chosen={chosenWith(...channels)} {...{ onChange, onDetails }} reachable />,
    {},
  );
  return { ...page, onChange, onDetails };
}

test.each([
  [t('fromOption', { version: '1.2.0' }), [{ name: 'stable' }], [{ name: 'stable', minVersion: '1.2.0' }]],
  [t('headOption', { version: '1.3.0' }), [{ name: 'stable', minVersion: '1.2.0' }], [{ name: 'stable' }]],
  [`fast${t('defaultNote')}`, [{ name: 'stable' }], undefined],
  [`fast2.0.0${t('deprecatedText', { reason: 'use stable' })}`, [{ name: 'stable' }], [{ name: 'fast' }]],
  [`stable${t('defaultNote')}1.3.0`, [{ name: 'stable' }], []],
  [
    t('fromOption', { version: '1.2.0' }),
    [{ name: 'fast' }, { name: 'stable' }],
    [{ name: 'fast' }, { name: 'stable', minVersion: '1.2.0' }],
  ],
  [
    `fast2.0.0${t('deprecatedText', { reason: 'use stable' })}`,
    [{ name: 'fast' }, { name: 'stable' }],
    [{ name: 'fast' }],
  ],
  // The new first version is after the last one: the range extends to the head.
  [
    t('fromOption', { version: '1.2.0' }),
    [{ name: 'stable', minVersion: '1.1.0', maxVersion: '1.1.0' }],
    [{ name: 'stable', minVersion: '1.2.0' }],
  ],
])('the item "%s" over %j writes %j', async (item, before, after) => {
  const { user, onChange } = openMenu(...before);
  await user.click(await screen.findByRole('button', { name: MENU }));
  const found = (await screen.findAllByRole('menuitem')).find(({ textContent }) => textContent === item);
  if (after === undefined) return expect(found).toBeUndefined();
  await user.click(found!);
  expect(onChange.mock.calls).toEqual(after.length === 0 ? [] : [[after]]);
});

test('the menu opens the details', async () => {
  const { user, onDetails } = openMenu({ name: 'stable' });
  await user.click(
    await buttonThatIs(
      'on',
      t('channelMenu', { channel: 'stable', more: 0, version: '1.3.0', package: 'anvil' }),
    ),
  );
  await user.click(await screen.findByRole('menuitem', { name: t('detailsButton') }));
  expect(onDetails).toHaveBeenCalledOnce();
});

test('the menu marks the installed version and counts further channels', async () => {
  const { user } = openMenu({ name: 'fast' }, { name: 'stable' });
  await user.click(
    await buttonThatIs(
      'on',
      t('channelMenu', { channel: 'stable', more: 1, version: '1.3.0', package: 'anvil' }),
    ),
  );
  await screen.findByRole('menuitem', { name: /^1\.1\.0 and later\s*\(installed\)$/ });
});

function openDetail(card = CARD, ...channels: ChosenChannel[]) {
  const calls = { onToggle: vi.fn(), onChannels: vi.fn(), onClose: vi.fn() };
  const chosen = card.selected ? chosenWith(...channels) : undefined;
  return { ...openScreen(<PackageDetail {...{ card, chosen }} {...calls} />, {}), ...calls };
}

test('the details have the package, its provider and the installed version', async () => {
  openDetail(CARD, { name: 'stable' });
  const heading = await screen.findByRole('heading', { name: 'Anvil' });
  expect(document.activeElement).toBe(heading);
  screen.getByText(`Lab · ${t('installedText', { version: '1.1.0' })}`, { exact: false });
  screen.getByText('Forges things.');
  screen.getByText('1.0 MiB');
  screen.getByText(t('deprecatedText', { reason: 'use stable' }));
});

test('a range is chosen by its first and its last version', async () => {
  const { user, onChannels } = openDetail(CARD, { name: 'stable', minVersion: '1.1.0' });
  await user.click(await screen.findByRole('radio', { name: t('fromLabel', { version: '1.2.0' }) }));
  await user.click(screen.getByRole('radio', { name: t('toLabel', { version: '1.2.0' }) }));
  await user.click(await buttonThatIs('on', t('onlyHeadButton')));
  expect(onChannels.mock.calls).toEqual([
    [[{ name: 'stable', minVersion: '1.2.0' }]],
    [[{ name: 'stable', minVersion: '1.1.0', maxVersion: '1.2.0' }]],
    [[{ name: 'stable' }]],
  ]);
});

test("the only channel can't be removed; another one can be added", async () => {
  const { user, onChannels } = openDetail(CARD, { name: 'stable' });
  const stable = await screen.findByRole<HTMLInputElement>('checkbox', {
    name: t('mirrorChannelLabel', { channel: 'stable' }),
  });
  expect(stable.disabled).toBe(true);
  await user.click(screen.getByRole('checkbox', { name: t('mirrorChannelLabel', { channel: 'fast' }) }));
  expect(onChannels.mock.calls).toEqual([[[{ name: 'stable' }, { name: 'fast' }]]]);
});

test('one of two channels can be removed', async () => {
  const { user, onChannels } = openDetail(CARD, { name: 'stable' }, { name: 'fast' });
  await user.click(
    await screen.findByRole('checkbox', { name: t('mirrorChannelLabel', { channel: 'stable' }) }),
  );
  expect(onChannels.mock.calls).toEqual([[[{ name: 'fast' }]]]);
});

test("an operator that isn't selected shows no versions to choose", async () => {
  const { user, onToggle } = openDetail({ ...CARD, selected: false });
  await user.click(await buttonThatIs('on', t('selectButton')));
  expect(onToggle).toHaveBeenCalledOnce();
  expect(screen.queryAllByRole('radio')).toEqual([]);
  for (const box of screen.getAllByRole<HTMLInputElement>('checkbox')) expect(box.disabled).toBe(true);
  const title = t.parts('channelsOpenTitle', { channels: 2, note: (inner) => inner.join('') });
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toContain(title.join(''));
});

test("an operator that isn't for the version shows the reason and can't be selected", async () => {
  openDetail(cardOf('clamp', { notForTarget: 'its maximum is 4.17', deprecated: 'use anvil' }));
  await buttonThatIs('off', t('selectButton'));
  screen.getByText(t('notForVersionText', { reason: 'its maximum is 4.17' }));
  screen.getByText(t('deprecatedText', { reason: 'use anvil' }));
});

test('the details list required packages, and whether they are selected', async () => {
  const needs = [
    { package: 'bolt', reason: 'its API', selected: true },
    { package: 'nut', reason: 'its thread', selected: false },
    { reason: 'a class of storage', selected: false },
  ];
  openDetail(cardOf('anvil', { needs }));
  const list = within((await screen.findByRole('heading', { name: t('needsTitle') })).parentElement!);
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('bolt (selected): its API'),
    expect.stringContaining('nut (not selected): its thread'),
    expect.stringContaining('a class of storage'),
  ]);
});
