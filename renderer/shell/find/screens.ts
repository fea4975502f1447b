import { openDialog, showNotices, toggleHelp } from '../../app-state/shell-state.ts';
import { t as hosts } from '../../hosts/messages.ts';
import { NEW_SCHEDULE_ADDRESS } from '../../parts/addresses.ts';
import { GLOSSARY_TERMS, openGlossary } from '../../parts/glossary.ts';
import { t as practice } from '../../practice/messages.ts';
import { t as schedules } from '../../schedules/messages.ts';
import { SECTIONS, type Section } from '../../settings/parts/settings-frame.tsx';
import { t as registries } from '../../settings/registries/messages.ts';
import { startTour } from '../../tour/tour.ts';
import { t as glossary } from '../glossary/messages.ts';
import type { FindEntry } from './matches.ts';
import { t } from './messages.ts';

/** Screens that open from another screen. */
const INNER: { path: string; label: string; from: string }[] = [
  { path: '/upgrades/operators', label: t('operatorUpgrades'), from: '/upgrades' },
  { path: '/upgrades/plan', label: t('upgradePlan'), from: '/upgrades' },
  { path: '/upgrades/catalogs', label: t('compareCatalogs'), from: '/upgrades' },
  { path: '/hosts/outputs', label: t('hostOutputs'), from: '/hosts' },
  { path: '/hosts/day2', label: t('hostDay2'), from: '/hosts' },
  { path: '/hosts/adopt', label: t('adoptNodes'), from: '/hosts' },
  { path: '/fetch/request', label: t('openRequest'), from: '/fetch' },
  { path: '/receive/request', label: t('requestContent'), from: '/receive' },
  { path: '/ready', label: t('readyToPush'), from: '/receive' },
  { path: '/cluster/manifests', label: t('writeManifests'), from: '/cluster' },
  { path: '/sites/choose', label: t('siteContent'), from: '/sites' },
  { path: '/docs', label: t('documentation'), from: '/' },
  { path: '/history/compare', label: t('compareRuns'), from: '/history' },
];

/** The main action of screens. `from`: the screen, which has the button or the form. */
const ACTIONS: { label: string; from: string; open?: string; names?: string }[] = [
  { label: t('newTransfer'), from: '/fetch', names: t('newTransferNames') },
  { label: t('writeDrives'), from: '/carry', names: t('writeDrivesNames') },
  { label: t('receiveTransfer'), from: '/receive', names: t('receiveTransferNames') },
  { label: t('pushTransfer'), from: '/push' },
  { label: t('mirrorRegistry'), from: '/mirror' },
  { label: t('newConfiguration'), from: '/choose', names: t('newConfigurationNames') },
  { label: schedules('createButton'), from: '/schedules', open: NEW_SCHEDULE_ADDRESS },
  { label: hosts('importButton'), from: '/hosts' },
  { label: practice('startButton'), from: '/practice' },
  { label: registries('addButton'), from: '/settings', open: '/settings/registries' },
  { label: t('saveDiagnostics'), from: '/settings', open: '/settings/diagnostics' },
];

/** Other names of the settings in a section. */
const NAMES: Partial<Record<Section, string>> = {
  registries: t('registriesNames'),
  certificates: t('certificatesNames'),
  defaults: t('defaultsNames'),
  notifications: t('notificationsNames'),
  appearance: t('appearanceNames'),
  diagnostics: t('diagnosticsNames'),
  about: t('aboutNames'),
};

/** A screen of the navigation. */
export interface NamedScreen {
  path: string;
  label: string;
}

/** Returns the entries that every host has: screens, settings, actions of the shell, and terms. */
export function fixedEntries(destinations: readonly NamedScreen[]): FindEntry[] {
  const labelOf = (path: string) => destinations.find((screen) => screen.path === path)?.label ?? path;
  return [
    ...destinations.map(({ path, label }): FindEntry => ({ kind: 'screen', label, open: path })),
    ...INNER.map(
      ({ path, label, from }): FindEntry => ({
        ...{ kind: 'screen', label, open: path },
        detail: t('screenOf', { screen: labelOf(from) }),
      }),
    ),
    { kind: 'action', label: t('createWorkspace'), open: () => openDialog('create-workspace') },
    { kind: 'action', label: t('openWorkspace'), open: () => openDialog('open-workspace') },
    ...ACTIONS.map(
      ({ label, from, open = from, names }): FindEntry => ({
        ...{ kind: 'action', label, open, names },
        detail: t('screenOf', { screen: labelOf(from) }),
      }),
    ),
    { kind: 'action', label: t('startTour'), open: startTour },
    { kind: 'action', label: t('showNotices'), open: showNotices },
    { kind: 'action', label: t('showHelp'), open: toggleHelp },
    {
      ...{ kind: 'action', label: t('showGlossary'), open: () => openGlossary() },
      names: glossary('glossaryTitle'),
    },
    { kind: 'action', label: t('showKeys'), open: () => openDialog('keys') },
    ...SECTIONS.map(
      ({ path, title }): FindEntry => ({
        ...{ kind: 'setting', label: title, open: `/settings/${path}` },
        ...{ detail: t('screenOf', { screen: labelOf('/settings') }), names: NAMES[path] },
      }),
    ),
    ...GLOSSARY_TERMS.map(
      (term): FindEntry => ({
        ...{ kind: 'term', label: glossary(`${term}Title`), detail: glossary(`${term}Text`) },
        open: () => openGlossary(term),
      }),
    ),
  ];
}
