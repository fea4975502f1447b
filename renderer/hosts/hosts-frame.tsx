import './hosts.css';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { FailureAlert } from '../parts/failure.tsx';
import { Screen } from '../parts/screen.tsx';
import { HostsEmpty } from './hosts-empty.tsx';
import { HostsProvider, useOpenSet } from './use-hosts.tsx';

/** Opens the set of hosts for a screen; without one, how to begin. */
export function HostsFrame({ children }: { children: ReactNode }) {
  const { store, none, error, again } = useOpenSet();
  if (error)
    return (
      <Screen eyebrow={['Hosts']} sentence="The hosts cannot be opened">
        <FailureAlert
          error={error}
          title="The set of hosts was not read"
          actions={
            <button type="button" className="al-link" onClick={again}>
              Read it again
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
  { path: '/hosts', label: 'Table' },
  { path: '/hosts/outputs', label: 'Outputs' },
  { path: '/hosts/day2', label: 'Day 2' },
];

/** The three views of a set. */
export function HostsViews() {
  return (
    <nav className="al-hosts-views" aria-label="Hosts">
      {VIEWS.map(({ path, label }) => (
        <NavLink key={path} to={path} end>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
