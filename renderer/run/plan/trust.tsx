import type { ContractVerdictCounts, TrustKey } from '../../../core/contract/topics/plan.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { count } from '../../parts/format.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { shortKey, VERDICTS } from './verdicts.ts';

/** How many images there are of each verdict; those that there are. */
export function VerdictCounts({ counts }: { counts: ContractVerdictCounts }) {
  return (
    <ul className="al-verdicts al-num" aria-label="Images by signature">
      {VERDICTS.filter(({ result }) => counts[result] > 0).map(({ result, mark, word }) => (
        <li key={result}>
          <StateMark mark={mark}>
            {count(counts[result])} {word.toLowerCase()}
          </StateMark>
        </li>
      ))}
    </ul>
  );
}

/** The keys of the trust policy: whose, from which file, and what they verified. */
export function TrustKeys({ keys }: { keys: TrustKey[] }) {
  if (keys.length === 0) return null;
  return (
    <table className="al-plan-sections al-trust-keys">
      <thead>
        <tr>
          <th scope="col">Key of the policy</th>
          <th scope="col">From</th>
          <th scope="col" className="al-cell-end">
            Verified
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
                <CopyButton text={fingerprint} what={`Copy fingerprint ${shortKey(fingerprint)}`} />
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
