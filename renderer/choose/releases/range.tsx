import { count, size } from '../../parts/format.ts';
import { Card } from '../../parts/screen.tsx';
import { useDraftPlan } from '../draft/use-draft-plan.tsx';
import { t } from './messages.ts';

/** The releases of the range: each with its size, and the size of its unique content. */
export function ClusterRange() {
  const { plan } = useDraftPlan();
  const releases = plan?.parts.filter(({ kind }) => kind === 'release' || kind === 'graph') ?? [];
  if (releases.length === 0) return null;
  const unknown = releases.some(({ images }) => images === 0);
  return (
    <Card title={t('releasesTitle')} note={t('releasesNote')} flush>
      <table className="al-plain-table al-choose-table">
        <thead>
          <tr>
            <th scope="col">{t('releaseColumn')}</th>
            <th scope="col" className="al-choose-number">
              {t('imagesColumn')}
            </th>
            <th scope="col" className="al-choose-number">
              {t('sizeColumn')}
            </th>
            <th scope="col" className="al-choose-number">
              {t('uniqueColumn')}
            </th>
            <th scope="col" className="al-wide-only">
              {t('reasonColumn')}
            </th>
          </tr>
        </thead>
        <tbody>
          {releases.map(({ id, name, images, bytes, adds, why, estimated }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              <td className="al-choose-number">{images === 0 ? t('unknownValue') : count(images)}</td>
              <td className="al-choose-number">
                {images === 0
                  ? t('unknownValue')
                  : estimated
                    ? t('aboutSize', { size: size(bytes) })
                    : size(bytes)}
              </td>
              <td className="al-choose-number">{images === 0 ? '' : size(adds)}</td>
              <td className="al-wide-only al-sub">{why}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {unknown && <p className="al-in al-sub al-small">{t('unknownNote')}</p>}
    </Card>
  );
}
