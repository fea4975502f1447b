import { count, size } from '../../parts/format.ts';
import { Card } from '../../parts/screen.tsx';
import { useDraftPlan } from '../draft/use-draft-plan.tsx';

/** What the versions carry: each release with what it brings, and what of that only it brings. */
export function ClusterRange() {
  const { plan } = useDraftPlan();
  const releases = plan?.parts.filter(({ kind }) => kind === 'release' || kind === 'graph') ?? [];
  if (releases.length === 0) return null;
  const unknown = releases.some(({ images }) => images === 0);
  return (
    <Card title="What the range carries" note="what releases share is fetched once" flush>
      <table className="al-plain-table al-choose-table">
        <thead>
          <tr>
            <th scope="col">Release</th>
            <th scope="col" className="al-choose-number">
              Images
            </th>
            <th scope="col" className="al-choose-number">
              Size
            </th>
            <th scope="col" className="al-choose-number">
              Only it
            </th>
            <th scope="col" className="al-wide-only">
              Because
            </th>
          </tr>
        </thead>
        <tbody>
          {releases.map(({ id, name, images, bytes, adds, why, estimated }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              <td className="al-choose-number">{images === 0 ? 'not known' : count(images)}</td>
              <td className="al-choose-number">
                {images === 0 ? 'not known' : `${estimated ? 'about ' : ''}${size(bytes)}`}
              </td>
              <td className="al-choose-number">{images === 0 ? '' : size(adds)}</td>
              <td className="al-wide-only al-sub">{why}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {unknown && (
        <p className="al-in al-sub al-small">What is not known yet is left out of the running total.</p>
      )}
    </Card>
  );
}
