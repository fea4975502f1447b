import './shell.css';
import { Suspense } from 'react';
import { Link, Route, Routes, useLocation } from 'react-router';
import { useAsk } from '../engine/requests.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { Screen } from '../parts/screen.tsx';
import { ROUTES } from '../routes.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Logo } from './logo.tsx';
import { Navigation } from './navigation.tsx';

/** The frame of the application: what is the same on every screen. */
export function Shell() {
  const settings = useAsk('settings.read', {});
  const { pathname } = useLocation();
  return (
    <div className="al-shell">
      <header className="al-masthead">
        <Link to="/" className="al-home-link">
          <Logo />
          Airlock
        </Link>
      </header>
      <Navigation side={settings.data?.side ?? 'both'} />
      <main className="al-main" id="al-main">
        <div className="al-main-screen">
          <ErrorBoundary resetOn={pathname}>
            {settings.error && <FailureAlert error={settings.error} title="The settings were not read" />}
            <Suspense fallback={<div className="al-screen" aria-busy="true" />}>
              <Routes>
                {ROUTES.map(({ path, screen: Shown }) => (
                  <Route key={path} path={path} element={<Shown />} />
                ))}
                <Route path="*" element={<NoScreen address={pathname} />} />
              </Routes>
            </Suspense>
          </ErrorBoundary>
        </div>
      </main>
    </div>
  );
}

function NoScreen({ address }: { address: string }) {
  return (
    <Screen eyebrow={['Airlock']} sentence={`There is no screen at ${address}`}>
      <p>
        <Link to="/">Go to Home</Link>
      </p>
    </Screen>
  );
}
