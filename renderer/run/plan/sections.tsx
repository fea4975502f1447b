import type { PlanSummary } from '../../../core/contract/topics/plan.ts';
import { Bar } from '../../parts/bar.tsx';
import { count, size } from '../../parts/format.ts';

/** What a plan comes to, by deliverable. */
export function PlanSections({ sections }: Pick<PlanSummary, 'sections'>) {
  const most = Math.max(...sections.map(({ bytes }) => bytes), 1);
  return (
    <table className="al-plan-sections">
      <thead>
        <tr>
          <th scope="col">Deliverable</th>
          <th scope="col" className="al-cell-end">
            Images
          </th>
          <th scope="col" className="al-cell-end">
            Size
          </th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        {sections.map(({ name, images, bytes }) => (
          <tr key={name}>
            <td className="al-strong">{name}</td>
            <td className="al-cell-end">{count(images)}</td>
            <td className="al-cell-end">{size(bytes)}</td>
            <td>
              <Bar small done={bytes} total={most} label={`Size of ${name}`} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** One figure of a plan, with its name. */
export function Sum({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
