import { NavLink, useSearchParams } from 'react-router';
import { SHARED } from './upgrade-question.ts';

const VIEWS = [
  { path: '/upgrades', label: 'OpenShift' },
  { path: '/upgrades/operators', label: 'An operator' },
  { path: '/upgrades/plan', label: 'Both as one plan' },
];

/** The three questions about upgrades; what one of them asked goes along to the next. */
export function UpgradeViews() {
  const [query] = useSearchParams();
  const kept = new URLSearchParams(
    SHARED.flatMap((name) => {
      const value = query.get(name);
      return value === null ? [] : [[name, value]];
    }),
  ).toString();
  // Of an operator, `from` is another version.
  const ofOpenShift = !query.has('package');
  return (
    <nav className="al-upgrade-views" aria-label="Upgrades of">
      {VIEWS.map(({ path, label }) => (
        <NavLink
          key={path}
          to={ofOpenShift && path !== '/upgrades/operators' && kept ? `${path}?${kept}` : path}
          end
        >
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
