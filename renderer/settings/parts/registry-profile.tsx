import type { ContractRegistryProfile, RegistryCapability } from '../../../core/contract/topics/doctor.ts';
import { type Mark, StateMark } from '../../parts/state-mark.tsx';
import { RelativeTime } from '../../parts/time.tsx';
import { Words } from '../../parts/words.tsx';
import { capital, profileSentence, shortcomings } from './doctor-words.ts';

const MARKS: Record<RegistryCapability['level'], { mark: Mark; word: string }> = {
  ok: { mark: 'good', word: 'In order' },
  info: { mark: 'info', word: 'Not taken' },
  warning: { mark: 'warning', word: 'Not taken' },
  error: { mark: 'bad', word: 'Nothing can be pushed' },
  unknown: { mark: 'waiting', word: 'Unknown' },
};

/** What a registry takes, in words: its product, what it refuses with what to do, and all that was tried. */
export function RegistryProfile({ profile }: { profile: ContractRegistryProfile }) {
  const { host, namespace, product, checkedAt, fresh, missingProjects, leftovers, capabilities } = profile;
  return (
    <div className="al-part al-column al-profile">
      <p className="al-strong">{profileSentence(profile)}</p>
      <dl className="al-facts">
        <dt>Asked</dt>
        <dd>
          <span className="al-mono al-anywhere">{namespace ? `${host}/${namespace}` : host}</span>,{' '}
          <RelativeTime at={checkedAt} />
          {!fresh && '; the next push asks again'}
        </dd>
        <dt>Product</dt>
        <dd className="al-anywhere">
          {product ? `${product.name} (${product.evidence})` : 'unknown; nothing tells which it is'}
        </dd>
        {missingProjects.length > 0 && (
          <>
            <dt>Missing projects</dt>
            <dd className="al-mono al-anywhere">{missingProjects.join(', ')}</dd>
          </>
        )}
        {leftovers.length > 0 && (
          <>
            <dt>Left behind</dt>
            <dd className="al-anywhere">{leftovers.join('; ')}</dd>
          </>
        )}
      </dl>
      <ul className="al-problems">
        {shortcomings(profile).map(({ what, found, level, remedy }) => (
          <li key={what}>
            <StateMark mark={MARKS[level].mark} />
            <div>
              <p>
                {capital(what)}: {found}
              </p>
              <p className="al-sub">
                <Words text={remedy} />
              </p>
            </div>
          </li>
        ))}
      </ul>
      <details>
        <summary>All that was tried ({capabilities.length})</summary>
        <table className="al-plain-table">
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">Found</th>
              <th scope="col">By</th>
            </tr>
          </thead>
          <tbody>
            {capabilities.map(({ what, found, evidence, level }) => (
              <tr key={what}>
                <th scope="row">{capital(what)}</th>
                <td>
                  <StateMark mark={MARKS[level].mark}>
                    <span className="al-unseen">{MARKS[level].word}: </span>
                    {found}
                  </StateMark>
                </td>
                <td className="al-sub al-anywhere">{evidence}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  );
}
