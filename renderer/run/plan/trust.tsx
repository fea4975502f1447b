import '../setup/setup.css';
import type { ContractVerdictCounts, TrustKey } from '../../../core/contract/topics/plan.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { count } from '../../parts/format.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { t } from './messages.ts';
import { shortKey, VERDICTS } from './verdicts.ts';

/** Shows the number of images by verdict, without empty verdicts. */
export function VerdictCounts({ counts }: { counts: ContractVerdictCounts }) {
  return (
    <ul className="al-verdicts al-num" aria-label={t('verdictsLabel')}>
      {VERDICTS.filter(({ result }) => counts[result] > 0).map(({ result, mark, count: key }) => (
        <li key={result} title={result === 'not-checked' ? t('notCheckedTip') : undefined}>
          <StateMark mark={mark}>{t(key, { images: counts[result] })}</StateMark>
        </li>
      ))}
    </ul>
  );
}

/** Lists the keys of the trust policy with names, files and verified images. */
export function TrustKeys({ keys }: { keys: TrustKey[] }) {
  if (keys.length === 0) return null;
  return (
    <table className="al-plan-sections al-trust-keys">
      <thead>
        <tr>
          <th scope="col">{t('keyColumn')}</th>
          <th scope="col">{t('keyOriginColumn')}</th>
          <th scope="col" className="al-cell-end">
            {t('keyImagesColumn')}
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map(({ kind, fingerprint, origin, names, images }) => (
          <tr key={`${fingerprint} ${origin}`}>
            <td>
              <span className="al-row">
                <code className="al-mono" title={fingerprint}>
                  {shortKey(fingerprint)}
                </code>
                <CopyButton text={fingerprint} what={t('copyKeyButton', { key: shortKey(fingerprint) })} />
              </span>
              <span className="al-sub al-small">{names.join(', ') || kind}</span>
            </td>
            <td>
              <code className="al-mono al-anywhere">{origin}</code>
            </td>
            <td className="al-cell-end">{count(images)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
