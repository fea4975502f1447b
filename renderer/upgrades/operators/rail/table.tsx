import type { OperatorRail } from '../../../../core/contract/topics/operator-upgrades.ts';
import { isFound } from './shape.ts';
import { railWords } from './words.ts';

/** What the rail shows, as a table. */
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
            <th>Version</th>
            <th>Bundle</th>
            <th>What it is</th>
            <th>Replaces</th>
            <th>Skips</th>
            <th>Skip range</th>
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
