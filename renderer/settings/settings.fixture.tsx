import { screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { onTestFinished } from 'vitest';
import type { RegistryEntry, RegistryTest } from '../../core/contract/topics/settings.ts';
import type { Part } from '../engine/completed.fixture.ts';
import { type Answers, type OpenScreen, openScreen } from '../engine/screen.fixture.tsx';
import { useRegistryTests } from './registries/tests.ts';
import SettingsScreen from './settings-screen.tsx';

/** A host that saves credentials in memory or in an auth file. */
export const DESCRIBED = {
  version: '0.9.0',
  carrier: 'browser',
  platform: 'linux x64',
  hostName: 'bastion',
  user: 'op',
  home: '/home/op',
  stateDirectory: '/home/op/.local/state/airlock',
  authFile: '/home/op/.config/containers/auth.json',
  keyStore: { available: false, reason: 'no session bus' },
  license: 'Apache-2.0',
  session: { role: 'operator', name: 'op' },
} as const;

/** The host in a read-only session. */
export const READER: Answers = {
  'host.describe': { ...DESCRIBED, session: { role: 'reader', name: 'eve' } },
};

/** Opens a section of the settings by its address. */
export function openSettings(address: string, answers: Answers = {}): OpenScreen {
  onTestFinished(() => useRegistryTests.setState({ tests: {} }));
  return openScreen(
    <Routes>
      <Route path="/settings/:section?" element={<SettingsScreen />} />
    </Routes>,
    { 'host.describe': DESCRIBED, 'registries.profiles': { profiles: [] }, ...answers },
    `/settings/${address}`,
  );
}

/** A registry of the user's list, without credentials. */
export function registry(name: string, more: Part<RegistryEntry> = {}): Part<RegistryEntry> {
  return { name, tlsVerify: true, listed: true, credentials: { from: 'none' }, ...more };
}

type Stage = RegistryTest['stages'][number];

/** A test that passed every stage except the given ones. */
export function tested(name: string, ...others: Part<Stage>[]): Part<RegistryTest> {
  const stages = (['name', 'connection', 'tls', 'login', 'path'] as const).map((stage) => ({
    stage,
    result: 'passed' as const,
    detail: `${stage} found`,
    ms: 100,
    ...others.find((other) => other.stage === stage),
  }));
  return { name, address: `https://${name}/v2/`, at: '2026-01-01T00:00:00.000Z', stages };
}

/** Cells of a table's body, row by row. */
export function rowsOf(table: HTMLElement): string[][] {
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent ?? ''));
}

/** The card with this heading. */
export function cardOf(title: string): HTMLElement {
  return screen.getByRole('heading', { level: 2, name: title }).closest('section')!;
}
