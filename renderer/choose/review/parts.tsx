import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { AngleDownIcon } from '@patternfly/react-icons/dist/esm/icons/angle-down-icon';
import { AngleRightIcon } from '@patternfly/react-icons/dist/esm/icons/angle-right-icon';
import { type ReactNode, useState } from 'react';
import type { DraftPlan } from '../../../core/contract/topics/drafts.ts';
import type { PlanSummary } from '../../../core/contract/topics/plan.ts';
import { useClient } from '../../engine/provider.tsx';
import { FailureAlert } from '../../parts/failure.tsx';
import { count } from '../../parts/format.ts';
import { baseName } from '../../parts/paths.ts';
import { saveFile } from '../../parts/save-picture.ts';
import { allRows } from './all-rows.ts';
import { PartImages } from './images.tsx';
import { t } from './messages.ts';
import { imagesCsv, type PartRow, partRows, partsCsv, sectionOf } from './words.ts';

/** The deliverables with what each adds and why. A row opens its images, once they are listed. */
export function Parts({
  plan,
  listed,
  file,
  onList,
  busy,
}: {
  plan: DraftPlan;
  /** The plan of exactly this draft, with every image. */
  listed: PlanSummary | undefined;
  /** Gives the CSV its name. */
  file: string;
  /** Lists the images; undefined while that's impossible. */
  onList: (() => void) | undefined;
  busy: boolean;
}) {
  const client = useClient();
  const { rows, shared, total } = partRows(plan);
  const [failed, setFailed] = useState<unknown>();
  const csv = async () =>
    listed
      ? imagesCsv(await allRows((page) => client.request('plans.items', { plan: listed.plan, ...page })))
      : partsCsv(plan);
  const saveCsv = async () => {
    setFailed(undefined);
    try {
      const text = await csv();
      saveFile(new Blob([text], { type: 'text/csv' }), `${baseName(file).replace(/\.ya?ml$/, '')}.csv`);
    } catch (error) {
      setFailed(error);
    }
  };
  return (
    <section className="al-card al-review-parts" aria-label={t('partsTitle')}>
      <header>
        <h2>{t('partsTitle')}</h2>
        <span className="al-sub al-wide-only">{t('partsNote')}</span>
        <span className="al-actions al-end">
          {!listed && onList && (
            <Button variant="link" isInline isLoading={busy} isDisabled={busy} onClick={onList}>
              {t('listButton')}
            </Button>
          )}
          <Button variant="link" isInline onClick={() => void saveCsv()}>
            {t('csvButton')}
          </Button>
        </span>
      </header>
      {failed !== undefined && <FailureAlert error={failed} title={t('readFailedTitle')} />}
      <table className="al-plain-table al-review-table">
        <thead>
          <tr>
            <th scope="col">{t('deliverableColumn')}</th>
            <th scope="col" className="al-review-number al-wide-only">
              {t('imagesColumn')}
            </th>
            <th scope="col" className="al-review-number">
              {t('addsColumn')}
            </th>
            <th scope="col">{t('reasonColumn')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <PartLine key={row.part.id} row={row}>
              {listed ? (
                <PartImages
                  plan={listed.plan}
                  section={sectionOf(row.part, listed.sections)}
                  name={row.name}
                />
              ) : (
                <p className="al-sub al-small">
                  {t('listText')}{' '}
                  {onList && (
                    <button type="button" className="al-link" disabled={busy} onClick={onList}>
                      {t('listButton')}
                    </button>
                  )}
                </p>
              )}
            </PartLine>
          ))}
          {shared !== undefined && (
            <tr>
              <th scope="row" className="al-review-shared">
                {t('sharedLabel')}
              </th>
              <td className="al-wide-only" />
              <td className="al-review-number">{shared}</td>
              <td className="al-sub">{t('sharedNote')}</td>
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('totalLabel')}</th>
            <td className="al-review-number al-wide-only">{count(plan.images)}</td>
            <td className="al-review-number">{total}</td>
            <td className="al-sub">{t('totalNote')}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

/** A deliverable; when open, with its images below it. */
function PartLine({
  row: { part, name, packageName, adds },
  children,
}: {
  row: PartRow;
  children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <tr>
        <th scope="row">
          <button
            type="button"
            className="al-review-open"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {open ? <AngleDownIcon /> : <AngleRightIcon />}
            <span className="al-anywhere">
              {name}
              {packageName !== undefined && <span className="al-sub al-review-package"> {packageName}</span>}
            </span>
          </button>
        </th>
        <td className="al-review-number al-wide-only">{count(part.images)}</td>
        <td className="al-review-number">
          {part.estimated && !part.unknown && (
            <span className="al-sub" title={t('estimatedTip')}>
              ≈{' '}
            </span>
          )}
          {part.unknown ? <span title={t('unknownTip')}>{adds}</span> : adds}
        </td>
        <td className="al-anywhere">{part.why}</td>
      </tr>
      {open && (
        <tr>
          <td colSpan={4} className="al-review-images">
            {children}
          </td>
        </tr>
      )}
    </>
  );
}
