import { NavLink, useSearchParams } from 'react-router';
import { t } from './messages.ts';
import { SHARED } from './upgrade-question.ts';

const VIEWS = [
  { path: '/upgrades', label: t('openShiftView') },
  { path: '/upgrades/operators', label: t('operatorView') },
  { path: '/upgrades/plan', label: t('planView') },
  { path: '/upgrades/catalogs', label: t('catalogsView') },
];

/** Views whose question is about OpenShift versions. */
const WITH_VERSIONS = new Set(['/upgrades', '/upgrades/plan']);

/** Links to the views of Upgrades. The OpenShift view and the plan share their question. */
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
          to={ofOpenShift && WITH_VERSIONS.has(path) && sharedQuery ? `${path}?${sharedQuery}` : path}
          end
        >
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
