import { Link } from 'react-router';
import { StateMark } from '../../parts/state-mark.tsx';
import { type ConfigProblem, tally } from './analysis.ts';
import type { Section } from './form-fields.ts';
import { type Tab, TOOLS, tabAddress } from './form-place.ts';
import { t } from './messages.ts';
import { sectionFor } from './sections.ts';

/** The navigation of the screen: the sections of the form with their states, the manifests, and the tools. */
export function SideNav({
  tab,
  draft,
  form,
}: {
  tab: Tab | undefined;
  draft: string | undefined;
  /** The open configuration. */
  form?: {
    sections: readonly Section[];
    problems: readonly ConfigProblem[];
    acceptedWarnings: readonly string[];
  };
}) {
  const entry = (id: Tab) => ({
    to: tabAddress(id, draft),
    'aria-current': id === tab ? ('page' as const) : undefined,
  });
  return (
    <nav className="al-ic-nav" aria-label={t('navLabel')}>
      {form && (
        <ul>
          {form.sections.map(({ id, label }) => {
            const own = form.problems.filter(({ path = '' }) => sectionFor(path, form.sections) === id);
            const { errors, open } = tally(own, form.acceptedWarnings);
            return (
              <li key={id}>
                <Link {...entry(id)}>
                  <StateMark mark={errors > 0 ? 'bad' : open > 0 ? 'warning' : 'good'} />
                  <span>{label}</span>
                  {errors + open > 0 && (
                    <span className="al-end al-num al-small">
                      <span aria-hidden="true">{errors > 0 ? errors : open}</span>
                      <span className="al-unseen">
                        {errors > 0
                          ? t('errorsToFix', { errors })
                          : t('warningsToReview', { warnings: open })}
                      </span>
                    </span>
                  )}
                </Link>
              </li>
            );
          })}
        </ul>
      )}
      {form ? (
        <>
          <h2>{t('outputTitle')}</h2>
          <ul>
            <li>
              <Link {...entry('manifests')}>{t('manifestsLink')}</Link>
            </li>
          </ul>
        </>
      ) : (
        <ul>
          <li>
            {draft === undefined ? (
              <Link to="/install-config" aria-current={tab === undefined ? ('page' as const) : undefined}>
                {t('startLink')}
              </Link>
            ) : (
              <Link to={tabAddress('cluster', draft)}>{t('configurationLink')}</Link>
            )}
          </li>
          <li>
            <Link {...entry('tools')}>{t('toolsTitle')}</Link>
          </li>
        </ul>
      )}
      <h2>{t('clusterToolsTitle')}</h2>
      <ul>
        {TOOLS.map(({ id, label }) => (
          <li key={id}>
            <Link {...entry(id)}>{label}</Link>
          </li>
        ))}
      </ul>
      {form && <p className="al-sub al-small">{t('rulesNote')}</p>}
    </nav>
  );
}
