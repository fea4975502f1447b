import { NavLink } from 'react-router';

const VIEWS = [
  { path: '/upgrades', label: 'OpenShift' },
  { path: '/upgrades/operators', label: 'An operator' },
  { path: '/upgrades/plan', label: 'Both as one plan' },
];

/** The three questions about upgrades. */
export function UpgradeViews() {
  return (
    <nav className="al-upgrade-views" aria-label="Upgrades of">
      {VIEWS.map(({ path, label }) => (
        <NavLink key={path} to={path} end>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
