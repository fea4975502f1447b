import './shell.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { lazy, Suspense, useEffect, useLayoutEffect } from 'react';
import { Link, matchPath, Route, Routes, useLocation, useNavigate, useNavigationType } from 'react-router';
import type { Settings } from '../../core/contract/topics/settings.ts';
import { type ScreenKey, useKeyboard } from '../app-state/keys.ts';
import {
  closeDialog,
  closeDrawer,
  openDialog,
  toggleHelp,
  useHelp,
  useNoticesShown,
  useShell,
} from '../app-state/shell-state.ts';
import { applyTheme } from '../app-state/theme.ts';
import { useAsk, useRejection } from '../engine/requests.ts';
import FirstStart from '../first-start/first-start.tsx';
import { useBrowserNotices } from '../notices/browser-notices.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { Screen } from '../parts/screen.tsx';
import { PracticeBar } from '../practice/practice-bar.tsx';
import { useTour } from '../tour/tour.ts';
import { TourBar } from '../tour/tour-bar.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { HelpDrawer } from './help-drawer.tsx';
import { KeysSheet } from './keys-sheet.tsx';
import { Masthead } from './masthead.tsx';
import { t } from './messages.ts';
import { Navigation } from './navigation.tsx';
import { Notices } from './notices.tsx';
import { DESTINATIONS, ROUTES } from './routes.tsx';
import { WorkspaceDialog } from './workspace-dialog.tsx';

/** Loaded when it's first opened, with all that it searches. */
const FindDialog = lazy(() => import('./find/find-dialog.tsx'));

function searchField(): HTMLElement | null {
  return document.querySelector('main input[type="search"]');
}

/** A dialog of a screen stays open: it may have input. */
function openFind(): void {
  if (!document.querySelector('[role="dialog"]')) openDialog('find');
}

/** The frame of the application: the parts that all screens share. */
export function Shell() {
  const settings = useAsk('settings.read', {});
  const theme = settings.data?.theme;
  useEffect(() => {
    if (theme) applyTheme(theme);
  }, [theme]);
  if (settings.data) return <Frame settings={settings.data} />;
  if (!settings.error) return <div className="al-shell" aria-busy="true" />;
  return (
    <main className="al-fault">
      <h1 className="al-sentence">{t('noSettingsTitle')}</h1>
      <FailureAlert
        error={settings.error}
        title={t('noSettingsFailedTitle')}
        actions={
          <Button variant="link" isInline onClick={() => void settings.refetch()}>
            {t('readSettingsButton')}
          </Button>
        }
      />
    </main>
  );
}

function Frame({ settings }: { settings: Settings }) {
  const location = useLocation();
  const { pathname, search } = location;
  const isHistory = useNavigationType() === 'POP';
  const navigate = useNavigate();
  const dialog = useShell((state) => state.dialog);
  // The first question is only shown to sessions that can answer it.
  const canAnswer = useRejection('settings.write') === undefined;
  const isTouring = useTour(({ at }) => at !== undefined);
  const help = useHelp() !== undefined;
  const notices = useNoticesShown();
  const pattern = ROUTES.find(({ path }) => matchPath(path, pathname))?.path ?? '/';

  useBrowserNotices();

  const everywhere: ScreenKey[] = [
    { key: 'Ctrl+K', label: t('findKey'), run: openFind },
    { key: '?', label: t('keysKey'), run: () => openDialog('keys') },
    { key: 'F1', label: t('helpKey'), run: toggleHelp },
    { key: 'Escape', label: t('closeHelpKey'), run: closeDrawer, when: help || notices },
    { key: '/', label: t('searchKey'), run: () => searchField()?.focus() },
  ];
  useKeyboard((letter) => {
    const destination = DESTINATIONS.find((entry) => entry.letter === letter);
    if (destination) navigate(destination.path);
    return destination !== undefined;
  }, everywhere);
  useEffect(
    () =>
      window.airlock?.onMenu((command) => {
        if (command === 'shortcuts') openDialog('keys');
        else if (command === 'find') openFind();
        else if (command.startsWith('/')) navigate(command);
      }),
    [navigate],
  );
  // Back and Forward change the screen behind a dialog of the frame.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every step in the history is another location
  useEffect(() => {
    if (isHistory) closeDialog();
  }, [location, isHistory]);
  // Before the effects of the screen, which can set a better title.
  useLayoutEffect(() => {
    const label = DESTINATIONS.find(({ path }) => path !== '/' && pathname.startsWith(path))?.label;
    document.title = label ? t('windowTitle', { screen: label }) : t('appName');
  }, [pathname]);

  const dialogs = (
    <>
      {dialog === 'keys' && (
        <KeysSheet
          everywhere={everywhere.filter(({ key, when }) => when !== false && (key !== '/' || searchField()))}
        />
      )}
      {dialog === 'find' && (
        <Suspense fallback={null}>
          <FindDialog destinations={DESTINATIONS} />
        </Suspense>
      )}
      {dialog === 'open-workspace' && <WorkspaceDialog mode="open" />}
      {dialog === 'create-workspace' && <WorkspaceDialog mode="create" />}
    </>
  );
  const isFirst = canAnswer && settings.side === undefined && settings.workspaces.length === 0;
  if (isFirst && pathname === '/' && !isTouring)
    return (
      <>
        <HelpDrawer pattern="/">
          <FirstStart />
        </HelpDrawer>
        {dialogs}
      </>
    );
  return (
    <div className="al-shell">
      <button
        type="button"
        className="al-skip"
        onClick={() => document.querySelector<HTMLElement>('main h1')?.focus()}
      >
        {t('skipButton')}
      </button>
      <Masthead settings={settings} />
      <Navigation side={settings.side ?? 'both'} />
      <main className="al-main" id="al-main">
        <Notices />
        <TourBar />
        <PracticeBar />
        <div className="al-main-screen">
          <HelpDrawer pattern={pattern}>
            <ErrorBoundary resetOn={pathname + search}>
              <Suspense fallback={<div className="al-screen" aria-busy="true" />}>
                <Routes>
                  {ROUTES.map(({ path, screen: Shown }) => (
                    <Route key={path} path={path} element={<Shown />} />
                  ))}
                  <Route path="*" element={<NoScreen address={pathname} />} />
                </Routes>
              </Suspense>
            </ErrorBoundary>
          </HelpDrawer>
        </div>
      </main>
      {dialogs}
    </div>
  );
}

function NoScreen({ address }: { address: string }) {
  return (
    <Screen eyebrow={[t('appName')]} sentence={t('noScreenTitle', { address })}>
      <p>
        <Link to="/">{t('homeLink')}</Link>
      </p>
    </Screen>
  );
}
