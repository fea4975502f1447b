import type { OperatorRail } from '../../../../core/contract/topics/operator-upgrades.ts';
import { t } from './messages.ts';
import { isFound } from './shape.ts';
import { railWords } from './words.ts';

/** Shows the content of the diagram as a table. */
export function OperatorRailTable({ rail, found }: { rail: OperatorRail; found: string }) {
  const rows = rail.nodes.filter((node) => found.trim() === '' || isFound(node, found));
  const targets = (name: string, kind: 'replaces' | 'skips') =>
    rail.lines
      .filter((line) => line.from === name && line.kind === kind)
      .map(({ to }) => to)
      .join(', ');
  return (
    <div className="al-rail-table">
      <table className="al-plain-table">
        <thead>
          <tr>
            <th>{t('versionColumn')}</th>
            <th>{t('bundleColumn')}</th>
            <th>{t('stateColumn')}</th>
            <th>{t('replacesColumn')}</th>
            <th>{t('skipsColumn')}</th>
            <th>{t('rangeColumn')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((node) => (
            <tr key={node.name}>
              <td className="al-strong">{node.version ?? ''}</td>
              <td className="al-anywhere">{node.name}</td>
              <td>{railWords(node)}</td>
              <td className="al-anywhere">{targets(node.name, 'replaces')}</td>
              <td className="al-anywhere">{targets(node.name, 'skips')}</td>
              <td className="al-anywhere">
                {rail.brackets.find(({ entry }) => entry === node.name)?.skipRange ?? ''}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
