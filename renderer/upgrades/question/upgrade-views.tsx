import { NavLink, useSearchParams } from 'react-router';
import { t } from './messages.ts';
import { SHARED } from './upgrade-question.ts';

const VIEWS = [
  { path: '/upgrades', label: t('openShiftView') },
  { path: '/upgrades/operators', label: t('operatorView') },
  { path: '/upgrades/plan', label: t('planView') },
];

/** Links to the three views of Upgrades. The OpenShift view and the plan share their question. */
export function UpgradeViews() {
  const [query] = useSearchParams();
  const sharedQuery = new URLSearchParams(
    SHARED.flatMap((name) => {
      const value = query.get(name);
      return value === null ? [] : [[name, value]];
    }),
  ).toString();
  // In the operator view, `from` is the version of the operator.
  const ofOpenShift = !query.has('package');
  return (
    <nav className="al-upgrade-views" aria-label={t('viewsLabel')}>
      {VIEWS.map(({ path, label }) => (
        <NavLink
          key={path}
          to={ofOpenShift && path !== '/upgrades/operators' && sharedQuery ? `${path}?${sharedQuery}` : path}
          end
        >
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
