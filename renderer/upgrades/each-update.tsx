import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { wordList } from '../../core/contract/documents/words.ts';
import type { UpgradeAnswer, UpgradeConfiguration } from '../../core/contract/topics/upgrades.ts';
import { Card } from '../parts/screen.tsx';

/** A configuration for each update, to be mirrored one after the other. */
export function EachUpdate({
  answer: { answer, perHop },
  onAdd,
}: {
  answer: UpgradeAnswer;
  onAdd: (configuration: UpgradeConfiguration) => void;
}) {
  if (!perHop)
    return (
      <Card title="One configuration per update">
        There is none: not all channels of these versions are wholly known here.
      </Card>
    );
  return (
    <Card title="One configuration per update" note="to be mirrored one after the other" flush>
      <table className="al-plain-table">
        <thead>
          <tr>
            <th>Update</th>
            <th>Selects</th>
            <th>Beside it</th>
            <th>Configuration</th>
          </tr>
        </thead>
        <tbody>
          {answer!.hops.map(({ from, to }, at) => (
            <tr key={to}>
              <td className="al-strong">
                {from} to {to}
              </td>
              <td>{wordList(perHop[at]!.releases)}</td>
              <td>{perHop[at]!.extra.length === 0 ? 'nothing' : wordList(perHop[at]!.extra)}</td>
              <td>
                <Button
                  variant="link"
                  isInline
                  aria-label={`Add ${from} to ${to} to configuration`}
                  onClick={() => onAdd(perHop[at]!)}
                >
                  Add to configuration
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
