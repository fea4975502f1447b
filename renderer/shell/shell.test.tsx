import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { useShell } from '../app-state/shell-state.ts';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, expectHeading, openScreen } from '../engine/screen.fixture.tsx';
import { READER } from '../engine/session.fixture.ts';
import { Shell } from './shell.tsx';

afterEach(() => {
  useShell.setState(useShell.getInitialState(), true);
  document.documentElement.removeAttribute('class');
  document.documentElement.removeAttribute('style');
  document.title = '';
});

const shell = (answers: Answers = {}, address = '/nowhere') =>
  openScreen(
    <Shell />,
    { 'workspaces.list': { workspaces: [] }, 'practice.state': { state: 'off', steps: [] }, ...answers },
    address,
  );

describe('the frame', () => {
  test('shows no screen when the settings cannot be read, and reads them again on request', async () => {
    let reads = 0;
    const { user } = shell({
      'settings.read': () =>
        reads++ === 0
          ? failing('no access', { remedy: 'Check the file.' })
          : { side: 'connected', workspaces: ['/w'] },
    });
    await expectHeading('Airlock cannot read its settings, so no screen is shown.');
    expect(screen.getByText('Check the file.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Read them again' }));
    await expectHeading('There is no screen at /nowhere');
  });

  test('an unknown address names itself and leads home', async () => {
    shell({}, '/lost?x=1');
    await expectHeading('There is no screen at /lost');
    expect(screen.getByRole('link', { name: 'Go to Home' }).getAttribute('href')).toBe('/');
  });

  test('the title of the window names the screen', async () => {
    shell({}, '/practice/x');
    await expectHeading('There is no screen at /practice/x');
    expect(document.title).toBe('Practice · Airlock');
  });

  test('the theme of the settings is applied', async () => {
    shell({ 'settings.read': { side: 'both', theme: 'dark', workspaces: ['/w'] } });
    await waitFor(() => expect(document.documentElement.classList.contains('pf-v6-theme-dark')).toBe(true));
  });

  test('the skip link goes to the heading of the screen', async () => {
    const { user } = shell();
    await expectHeading(/no screen/);
    await user.click(screen.getByRole('button', { name: 'Skip to the screen' }));
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });
});

describe('the first question', () => {
  const NEW: Answers = { 'settings.read': { workspaces: [] } };

  test('is asked on a new host, and its answer is saved', async () => {
    const { user, asked } = shell(NEW, '/');
    await expectHeading('Which side of the gap is this machine on?');
    expect(asked('settings.write')).toEqual([]);
    await user.click(screen.getByRole('button', { name: /^Disconnected/ }));
    expect(asked('settings.write')).toEqual([{ side: 'disconnected' }]);
  });

  test('does not cover other screens', async () => {
    shell(NEW);
    await expectHeading('There is no screen at /nowhere');
  });

  test('shows why the answer was not saved', async () => {
    const { user } = shell(
      { ...NEW, 'settings.write': failing('read-only disk', { remedy: 'Check it.' }) },
      '/',
    );
    await user.click(await screen.findByRole('button', { name: /^Both/ }));
    expect(await screen.findByText('Check it.')).toBeTruthy();
  });

  test('opens the dialog for a workspace above it', async () => {
    const { user } = shell(NEW, '/');
    await user.click(await screen.findByRole('button', { name: 'Open a workspace or disk' }));
    expect(await screen.findByRole('dialog', { name: /Open a workspace/ })).toBeTruthy();
  });
});

describe('keys', () => {
  test('? shows the keys of all screens, Escape closes them', async () => {
    const { user } = shell();
    await expectHeading(/no screen/);
    await user.keyboard('?');
    const sheet = await screen.findByRole('dialog', { name: /Keyboard shortcuts/ });
    expect(within(sheet).getByText('Show or hide help for the screen')).toBeTruthy();
    expect(within(sheet).getByText('Upgrades')).toBeTruthy();
    expect(within(sheet).queryByText('This screen')).toBeNull();
    expect(within(sheet).queryByText('Search')).toBeNull();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('F1 opens the help of the screen, Escape closes it and gives the focus back', async () => {
    const { user } = shell({}, '/storage/x');
    await expectHeading(/no screen/);
    await user.keyboard('{F1}');
    const help = await screen.findByRole('heading', { name: 'Home', level: 2 });
    expect(document.activeElement).toBe(help);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Home', level: 2 })).toBeNull());
    expect(document.activeElement?.tagName).toBe('H1');
  });

  test('G and a letter go to a screen; another letter goes nowhere', async () => {
    const { user, address } = shell();
    await expectHeading(/no screen/);
    await user.keyboard('gx');
    expect(address()).toBe('/nowhere');
    await user.keyboard('ggc');
    await waitFor(() => expect(address()).toBe('/practice'));
    await expectHeading(/./);
  });
});

describe('the masthead', () => {
  test('changes the side and the theme', async () => {
    const { user, asked } = shell();
    await user.click(await screen.findByTitle('Connected side. Change the side'));
    await user.click(
      await screen.findByRole('option', { name: /Both sides/ }).catch(() => screen.getByText('Both sides')),
    );
    expect(asked('settings.write')).toEqual([{ side: 'both' }]);
    await user.click(screen.getByRole('button', { name: 'Theme: as the system' }));
    await user.click(await screen.findByText('Dark'));
    expect(asked('settings.write').at(-1)).toEqual({ theme: 'dark' });
  });

  test('names a read-only session and changes nothing in it', async () => {
    const { user, asked } = shell(READER);
    expect(await screen.findByText('Read-only session')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Theme: as the system' }));
    await user.click(await screen.findByText('Dark'));
    expect(asked('settings.write')).toEqual([]);
  });

  test('names the approver of an approver session', async () => {
    shell({ 'host.describe': { home: '/h', session: { role: 'approver', name: 'ann' } } });
    const label = await screen.findByText('Approver session: ann');
    expect(label.closest('[role="status"]')?.getAttribute('title')).toBe(
      'This session can only view and approve plans.',
    );
  });
});
