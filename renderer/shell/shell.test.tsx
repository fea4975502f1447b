import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { t as sides } from '../app-state/messages.ts';
import { useShell } from '../app-state/shell-state.ts';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, expectHeading, openScreen } from '../engine/screen.fixture.tsx';
import { READER } from '../engine/session.fixture.ts';
import { t as firstStart } from '../first-start/messages.ts';
import { closeGlossary, GLOSSARY_TERMS } from '../parts/glossary.ts';
import { Term } from '../parts/term.tsx';
import { t as tour } from '../tour/messages.ts';
import { endTour } from '../tour/tour.ts';
import { t as glossary } from './glossary/messages.ts';
import { t as help } from './help/mirroring/messages.ts';
import { t } from './messages.ts';
import { Shell } from './shell.tsx';

afterEach(() => {
  endTour();
  useShell.setState(useShell.getInitialState(), true);
  closeGlossary();
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
    await expectHeading(t('noSettingsTitle'));
    expect(screen.getByText('Check the file.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: t('readSettingsButton') }));
    await expectHeading(t('noScreenTitle', { address: '/nowhere' }));
  });

  test('an unknown address is shown, with a link to Home', async () => {
    shell({}, '/lost?x=1');
    await expectHeading(t('noScreenTitle', { address: '/lost' }));
    expect(screen.getByRole('link', { name: t('homeLink') }).getAttribute('href')).toBe('/');
  });

  test('the title of the window names the screen', async () => {
    shell({}, '/practice/x');
    await expectHeading(t('noScreenTitle', { address: '/practice/x' }));
    expect(document.title).toBe(t('windowTitle', { screen: t('practice') }));
  });

  test('the theme of the settings is applied', async () => {
    shell({ 'settings.read': { side: 'both', theme: 'dark', workspaces: ['/w'] } });
    await waitFor(() => expect(document.documentElement.classList.contains('pf-v6-theme-dark')).toBe(true));
  });

  test('the skip link goes to the heading of the screen', async () => {
    const { user } = shell();
    await expectHeading(/No screen/);
    await user.click(screen.getByRole('button', { name: t('skipButton') }));
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });
});

describe('the first question', () => {
  const NEW: Answers = { 'settings.read': { workspaces: [] } };

  test('is shown on a new host, and its answer is saved', async () => {
    const { user, requested } = shell(NEW, '/');
    await expectHeading(firstStart('title'));
    expect(requested('settings.write')).toEqual([]);
    await user.click(screen.getByRole('button', { name: /^Disconnected/ }));
    expect(requested('settings.write')).toEqual([{ side: 'disconnected' }]);
  });

  test('makes room for the tour, and is asked after it', async () => {
    const { user } = shell({ ...NEW, 'settings.write': {} }, '/');
    await expectHeading(firstStart('title'));
    await user.keyboard('{F1}');
    await user.click(await screen.findByRole('button', { name: t('tourButton') }));
    await screen.findByRole('region', { name: tour('tourLabel') });
    await user.click(screen.getByRole('button', { name: tour('skipButton') }));
    await expectHeading(firstStart('title'));
  });

  test('does not cover other screens', async () => {
    shell(NEW);
    await expectHeading(t('noScreenTitle', { address: '/nowhere' }));
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
    await user.click(await screen.findByRole('button', { name: 'Open workspace or drive' }));
    expect(await screen.findByRole('dialog', { name: new RegExp(t('openTitle')) })).toBeTruthy();
  });
});

describe('keys', () => {
  test('? shows the keys of all screens, Escape closes them', async () => {
    const { user } = shell();
    await expectHeading(/No screen/);
    await user.keyboard('?');
    const sheet = await screen.findByRole('dialog', { name: new RegExp(t('keysTitle')) });
    expect(within(sheet).getByText(t('helpKey'))).toBeTruthy();
    expect(within(sheet).getByText(t('upgrades'))).toBeTruthy();
    expect(within(sheet).queryByText(t('screenKeysTitle'))).toBeNull();
    expect(within(sheet).queryByText(t('searchKey'))).toBeNull();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('F1 opens the help of the screen, Escape closes it and restores the focus', async () => {
    const { user } = shell({}, '/storage/x');
    await expectHeading(/No screen/);
    await user.keyboard('{F1}');
    const title = await screen.findByRole('heading', { name: help('homeTitle'), level: 2 });
    expect(document.activeElement).toBe(title);
    await user.keyboard('{Escape}');
    await waitFor(() =>
      expect(screen.queryByRole('heading', { name: help('homeTitle'), level: 2 })).toBeNull(),
    );
    expect(document.activeElement?.tagName).toBe('H1');
  });

  test('G and a letter open a screen, other letters do nothing', async () => {
    const { user, address } = shell();
    await expectHeading(/No screen/);
    await user.keyboard('gz');
    expect(address()).toBe('/nowhere');
    await user.keyboard('ggc');
    await waitFor(() => expect(address()).toBe('/practice'));
    await expectHeading(/./);
  });
});

describe('the masthead', () => {
  test('changes the side and the theme', async () => {
    const { user, requested } = shell();
    await user.click(await screen.findByTitle(t('sideTip', { side: sides('connectedLabel') })));
    await user.click(
      await screen
        .findByRole('option', { name: new RegExp(sides('bothLabel')) })
        .catch(() => screen.getByText(sides('bothLabel'))),
    );
    expect(requested('settings.write')).toEqual([{ side: 'both' }]);
    await user.click(screen.getByRole('button', { name: t('themeTip', { theme: t('systemTheme') }) }));
    await user.click(await screen.findByText(t('darkTheme')));
    expect(requested('settings.write').at(-1)).toEqual({ theme: 'dark' });
  });

  test('names a read-only session and changes nothing in it', async () => {
    const { user, requested } = shell(READER);
    expect(await screen.findByText(t('readerLabel'))).toBeTruthy();
    await user.click(screen.getByRole('button', { name: t('themeTip', { theme: t('systemTheme') }) }));
    await user.click(await screen.findByText(t('darkTheme')));
    expect(requested('settings.write')).toEqual([]);
  });

  test('names the approver of an approver session', async () => {
    shell({ 'host.describe': { home: '/h', session: { role: 'approver', name: 'ann' } } });
    const label = await screen.findByText(t('approverLabel', { name: 'ann' }));
    expect(label.closest('[role="status"]')?.getAttribute('title')).toBe(
      'This session can only view and approve plans.',
    );
  });
});

describe('the glossary', () => {
  const glossaryTitle = () => screen.queryByRole('heading', { name: glossary('glossaryTitle') });

  test('opens from the help of the screen, and leads back to it', async () => {
    const { user } = shell();
    await expectHeading(/No screen/);
    await user.keyboard('{F1}');
    await user.click(await screen.findByRole('button', { name: t('glossaryButton') }));
    expect(document.activeElement).toBe(glossaryTitle());
    expect(screen.getAllByRole('term')).toHaveLength(GLOSSARY_TERMS.length);
    await user.click(screen.getByRole('button', { name: t('screenHelpButton') }));
    expect(glossaryTitle()).toBeNull();
    expect(screen.getByRole('heading', { name: help('homeTitle'), level: 2 })).toBeTruthy();
  });

  test('opens at a term by keyboard; Escape closes it and restores the focus', async () => {
    const { user } = openScreen(
      <>
        <Term term="enclave">enclave</Term>
        <Shell />
      </>,
      { 'workspaces.list': { workspaces: [] }, 'practice.state': { state: 'off', steps: [] } },
      '/nowhere',
    );
    await expectHeading(/No screen/);
    const button = screen.getByRole('button', { name: 'enclave' });
    button.focus();
    await user.keyboard('{Enter}');
    expect(glossaryTitle()).toBeTruthy();
    expect(document.activeElement?.textContent).toBe(glossary('enclaveTitle'));
    await user.click(button);
    expect(document.activeElement?.textContent).toBe(glossary('enclaveTitle'));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(glossaryTitle()).toBeNull());
    expect(document.activeElement).toBe(button);
  });
});
