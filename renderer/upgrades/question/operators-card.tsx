import type { ContractJointPlan } from '../../../core/contract/topics/operator-upgrades.ts';
import { Card } from '../../parts/screen.tsx';

/** What becomes of each operator on the way, and why. */
export function OperatorsCard({ operators }: Pick<ContractJointPlan, 'operators'>) {
  if (operators.length === 0) return null;
  return (
    <Card title="Operators" flush>
      <table className="al-plain-table">
        <thead>
          <tr>
            <th>Package</th>
            <th>Installed</th>
            <th>Moves to</th>
            <th>When</th>
            <th>Why</th>
          </tr>
        </thead>
        <tbody>
          {operators.map(({ package: name, from, to, when, why }) => (
            <tr key={name}>
              <td className="al-strong">{name}</td>
              <td>{from}</td>
              <td>{from === to ? 'stays' : to}</td>
              <td>{when}</td>
              <td>{why}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
