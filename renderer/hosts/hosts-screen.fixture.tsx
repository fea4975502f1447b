import { screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { changeHosts, withParts } from '../../core/contract/documents/nmstate.ts';
import type { SavedHostSet } from '../../core/contract/topics/hosts.ts';
import { useKeyboard } from '../app-state/keys.ts';
import { type Answers, type OpenScreen, openScreen } from '../engine/screen.fixture.tsx';
import { fleet } from './fleet.fixture.ts';
import { createHostsStore, type HostsState } from './hosts-store.ts';
import { HostsProvider } from './use-hosts.tsx';

/** A read-only session. */
export const READER: Answers = { 'host.describe': { home: '/home/op', session: { role: 'reader' } } };

/** Handles the keys of the screens as the shell does. */
export function Keyboard(): null {
  useKeyboard(() => false, []);
  return null;
}

/** A part of the pages over an open set of hosts. */
export interface OpenHosts extends OpenScreen {
  /** Returns the current state of the set. */
  now: () => HostsState;
  /** Returns a host of the current set. */
  host: (name: string) => SavedHostSet['hosts'][number] | undefined;
}

/** Opens a part of the pages over a set of hosts. */
export function openHosts(
  set: SavedHostSet,
  element: ReactNode,
  answers: Answers = {},
  address = '/hosts',
): OpenHosts {
  const store = createHostsStore(set, () => Promise.resolve('2026-01-01T00:00:00.000Z'));
  return {
    ...openScreen(
      <HostsProvider store={store}>
        {element}
        <Keyboard />
      </HostsProvider>,
      answers,
      address,
    ),
    now: () => store.getState(),
    host: (name) => store.getState().set.hosts.find((each) => each.name === name),
  };
}

/** Replaces the text of a field, as a paste does. */
export async function fill(user: OpenScreen['user'], field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  await user.paste(text);
}

/** Returns a fleet in which one host has other parts. */
export function edited(parts: Record<string, string>, name = 'worker-1', many = 4): SavedHostSet {
  return changeHosts(fleet(many), (host) => (host.name === name ? withParts(host, parts) : host));
}

/** Returns the texts of the rows of the grid, without its header. */
export function rows(): string[][] {
  const [, ...found] = screen.getAllByRole('row');
  return found.map((row) =>
    within(row)
      .getAllByRole('gridcell')
      .map((cell) => cell.textContent ?? ''),
  );
}

/** Returns the titles of the columns, without those of the state and the link. */
export function titles(): string[] {
  return screen
    .getAllByRole('columnheader')
    .map((head) => head.textContent ?? '')
    .slice(0, -2);
}

/** Returns the texts of the selected cells. */
export function selected(): string[] {
  return Array.from(document.querySelectorAll('[aria-selected="true"]'), (cell) => cell.textContent ?? '');
}
