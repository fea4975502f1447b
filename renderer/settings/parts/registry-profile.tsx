import { capitalized } from '../../../core/contract/documents/words.ts';
import type { ContractRegistryProfile, RegistryCapability } from '../../../core/contract/topics/doctor.ts';
import { type Mark, StateMark } from '../../parts/state-mark.tsx';
import { RelativeTime } from '../../parts/time.tsx';
import { Words } from '../../parts/words.tsx';
import { limitations, profileSentence } from './doctor-words.ts';
import { t } from './messages.ts';

const MARKS: Record<RegistryCapability['level'], { mark: Mark; label: string }> = {
  ok: { mark: 'good', label: t('supported') },
  info: { mark: 'info', label: t('unsupported') },
  warning: { mark: 'warning', label: t('unsupported') },
  error: { mark: 'bad', label: t('unfit') },
  unknown: { mark: 'waiting', label: t('unknown') },
};

/** The capabilities of a registry: its product, its limitations with remedies, and everything that was probed. */
export function RegistryProfile({ profile }: { profile: ContractRegistryProfile }) {
  const { host, namespace, product, checkedAt, fresh, missingProjects, leftovers, capabilities } = profile;
  return (
    <div className="al-part al-column al-profile">
      <p className="al-strong">{profileSentence(profile)}</p>
      <dl className="al-facts">
        <dt>{t('probedLabel')}</dt>
        <dd>
          {t.parts(fresh ? 'probedText' : 'probedStaleText', {
            host: namespace ? `${host}/${namespace}` : host,
            registry: (inner) => (
              <span key="registry" className="al-mono al-anywhere">
                {inner}
              </span>
            ),
            timeAgo: () => <RelativeTime key="time" at={checkedAt} />,
          })}
        </dd>
        <dt>{t('productLabel')}</dt>
        <dd className="al-anywhere">
          {product
            ? t('productText', { product: product.name, evidence: product.evidence })
            : t('productUnknownText')}
        </dd>
        {missingProjects.length > 0 && (
          <>
            <dt>{t('missingProjectsLabel')}</dt>
            <dd className="al-mono al-anywhere">{missingProjects.join(', ')}</dd>
          </>
        )}
        {leftovers.length > 0 && (
          <>
            <dt>{t('leftoversLabel')}</dt>
            <dd className="al-anywhere">
              {leftovers.map((leftover) => (
                <div key={leftover}>{leftover}</div>
              ))}
            </dd>
          </>
        )}
      </dl>
      <ul className="al-problems">
        {limitations(profile).map(({ what, found, level, remedy }) => (
          <li key={what}>
            <StateMark mark={MARKS[level].mark} />
            <div>
              <p>{t('limitationText', { capability: capitalized(what), result: found })}</p>
              <p className="al-sub">
                <Words text={remedy} />
              </p>
            </div>
          </li>
        ))}
      </ul>
      <details>
        <summary>{t('capabilitiesTitle', { count: capabilities.length })}</summary>
        <table className="al-plain-table">
          <thead>
            <tr>
              <th scope="col">{t('capabilityColumn')}</th>
              <th scope="col">{t('resultColumn')}</th>
              <th scope="col">{t('evidenceColumn')}</th>
            </tr>
          </thead>
          <tbody>
            {capabilities.map(({ what, found, evidence, level }) => (
              <tr key={what}>
                <th scope="row">{capitalized(what)}</th>
                <td>
                  <StateMark mark={MARKS[level].mark}>
                    {t.parts('resultText', {
                      state: MARKS[level].label,
                      result: found,
                      unseen: (inner) => (
                        <span key="unseen" className="al-unseen">
                          {inner}
                        </span>
                      ),
                    })}
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
