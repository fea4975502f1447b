import './hosts.css';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { FailureAlert } from '../parts/failure.tsx';
import { Screen } from '../parts/screen.tsx';
import { HostsEmpty } from './hosts-empty.tsx';
import { t } from './messages.ts';
import { HostsProvider, useOpenSet } from './use-hosts.tsx';

/** Opens the set of hosts for a screen; without a set, shows how to create one. */
export function HostsFrame({ children }: { children: ReactNode }) {
  const { store, none, error, again } = useOpenSet();
  if (error)
    return (
      <Screen eyebrow={[t('topic')]} sentence={t('openFailedTitle')}>
        <FailureAlert
          error={error}
          title={t('readFailedTitle')}
          actions={
            <button type="button" className="al-link" onClick={again}>
              {t('readAgainButton')}
            </button>
          }
        />
      </Screen>
    );
  if (none && !store) return <HostsEmpty />;
  if (!store) return <div className="al-screen" aria-busy="true" />;
  return (
    <HostsProvider key={store.getState().set.id} store={store}>
      {children}
    </HostsProvider>
  );
}

const VIEWS = [
  { path: '/hosts', label: t('tableLabel') },
  { path: '/hosts/outputs', label: t('outputsLabel') },
  { path: '/hosts/day2', label: t('day2Label') },
  { path: '/hosts/adopt', label: t('adoptLabel') },
];

/** The views of a set, and the nodes of a running cluster. */
export function HostsViews() {
  return (
    <nav className="al-hosts-views" aria-label={t('topic')}>
      {VIEWS.map(({ path, label }) => (
        <NavLink key={path} to={path} end>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
