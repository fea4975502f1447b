import { capitalized } from '../../../core/contract/documents/words.ts';
import type { PlanSummary } from '../../../core/contract/topics/plan.ts';
import { Bar } from '../../parts/bar.tsx';
import { count, size } from '../../parts/format.ts';
import { t } from './messages.ts';

/** Shows the images and sizes of a plan by release, operator and other content. */
export function PlanSections({ sections }: Pick<PlanSummary, 'sections'>) {
  const total = Math.max(
    sections.reduce((sum, { bytes }) => sum + bytes, 0),
    1,
  );
  return (
    <table className="al-plan-sections">
      <thead>
        <tr>
          <th scope="col">{t('contentColumn')}</th>
          <th scope="col" className="al-cell-end">
            {t('imagesColumn')}
          </th>
          <th scope="col" className="al-cell-end">
            {t('addedColumn')}
          </th>
          <th scope="col" className="al-cell-end">
            {t('sharedColumn')}
          </th>
          <th scope="col">{t('shareColumn')}</th>
        </tr>
      </thead>
      <tbody>
        {sections.map(({ name, images, bytes, shared }) => (
          <tr key={name}>
            <td className="al-strong">{capitalized(name)}</td>
            <td className="al-cell-end">{count(images)}</td>
            <td className="al-cell-end">{size(bytes)}</td>
            <td
              className="al-cell-end al-sub"
              title={shared ? t('sharedSectionTip', { shared: size(shared) }) : undefined}
            >
              {sharedText(shared)}
            </td>
            <td>
              <Bar small done={bytes} total={total} label={t('contentSizeLabel', { content: name })} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Returns the size of content that earlier rows contain; empty without any. */
export function sharedText(shared: number | undefined): string {
  return shared ? size(shared) : '';
}

/** Shows one total of a plan. */
export function Sum({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
