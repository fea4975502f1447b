import { asSentence, capitalized, withoutPeriod } from '../../../core/contract/documents/words.ts';
import type { ContractJointPlan } from '../../../core/contract/topics/operator-upgrades.ts';
import { Card } from '../../parts/screen.tsx';
import { t } from './messages.ts';

/** Shows when each operator is updated during the upgrade, and why. */
export function OperatorsCard({ operators }: Pick<ContractJointPlan, 'operators'>) {
  if (operators.length === 0) return null;
  return (
    <Card title={t('operatorsTitle')} flush>
      <table className="al-plain-table">
        <thead>
          <tr>
            <th>{t('packageColumn')}</th>
            <th>{t('installedColumn')}</th>
            <th>{t('targetColumn')}</th>
            <th>{t('whenColumn')}</th>
            <th>{t('reasonColumn')}</th>
          </tr>
        </thead>
        <tbody>
          {operators.map(({ package: name, from, to, when, why }) => (
            <tr key={name}>
              <td className="al-strong">{name}</td>
              <td>{from}</td>
              <td>{from === to ? t('unchanged') : to}</td>
              <td>{capitalized(when)}</td>
              <td>{withoutPeriod(asSentence(why))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
