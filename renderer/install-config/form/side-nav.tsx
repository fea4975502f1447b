import { Link } from 'react-router';
import { StateMark } from '../../parts/state-mark.tsx';
import { type Tab, TOOLS, tabAddress } from './addresses.ts';
import { type ConfigProblem, tally } from './analysis.ts';
import type { Section } from './form-fields.ts';
import { sectionFor } from './sections.ts';

/** The parts of the screen: the sections of the form with their states, what follows from it, and the tools beside. */
export function SideNav({
  tab,
  draft,
  form,
}: {
  tab: Tab | undefined;
  draft: string | undefined;
  /** Of the open configuration. */
  form?: { sections: readonly Section[]; problems: readonly ConfigProblem[]; kept: readonly string[] };
}) {
  const entry = (id: Tab) => ({
    to: tabAddress(id, draft),
    'aria-current': id === tab ? ('page' as const) : undefined,
  });
  return (
    <nav className="al-ic-nav" aria-label="Install config">
      {form && (
        <ul>
          {form.sections.map(({ id, label }) => {
            const own = form.problems.filter(({ path = '' }) => sectionFor(path, form.sections) === id);
            const { errors, open } = tally(own, form.kept);
            return (
              <li key={id}>
                <Link {...entry(id)}>
                  <StateMark mark={errors > 0 ? 'bad' : open > 0 ? 'warning' : 'good'} />
                  <span>{label}</span>
                  {errors + open > 0 && (
                    <span className="al-end al-num al-small">
                      {errors > 0 ? errors : open}
                      <span className="al-unseen">{errors > 0 ? ' to mend' : ' to decide'}</span>
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
          <h2>What follows</h2>
          <ul>
            <li>
              <Link {...entry('manifests')}>Manifests</Link>
            </li>
          </ul>
        </>
      ) : (
        <ul>
          <li>
            {draft === undefined ? (
              <Link to="/install-config" aria-current={tab === undefined ? ('page' as const) : undefined}>
                Begin
              </Link>
            ) : (
              <Link to={tabAddress('cluster', draft)}>Configuration</Link>
            )}
          </li>
        </ul>
      )}
      <h2>Of a cluster</h2>
      <ul>
        {TOOLS.map(({ id, label }) => (
          <li key={id}>
            <Link {...entry(id)}>{label}</Link>
          </li>
        ))}
      </ul>
      {form && (
        <p className="al-sub al-small">The installer's own rules in its words, and some that it misses.</p>
      )}
    </nav>
  );
}
