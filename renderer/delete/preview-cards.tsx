import type { ReactNode } from 'react';
import { capitalized } from '../../core/contract/documents/words.ts';
import type { DeletePreview } from '../../core/contract/topics/deletes.ts';
import { Empty } from '../parts/empty.tsx';
import { ProblemList } from '../parts/failure.tsx';
import { count, size } from '../parts/format.ts';
import { Card } from '../parts/screen.tsx';
import { t } from './messages.ts';

/** Lists the images to delete by release, operator and image, with the space that each frees. */
export function DeletedCard({ preview }: { preview: DeletePreview }) {
  const { groups, images, of, bytesFreed, attachments } = preview;
  return (
    <Card
      title={t('deletedTitle')}
      note={<span className="al-num">{t('deletedNote', { images, size: size(bytesFreed) })}</span>}
      flush
    >
      <table className="al-plain-table al-delete-groups">
        <thead>
          <tr>
            <th scope="col">{t('contentColumn')}</th>
            <th scope="col" className="al-cell-end">
              {t('imagesColumn')}
            </th>
            <th scope="col" className="al-cell-end">
              {t('freesColumn')}
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.deliverable}>
              <th scope="row">
                <Names summary={capitalized(group.deliverable)} names={group.names} total={group.images} />
              </th>
              <td className="al-num al-cell-end">
                {group.of === 0
                  ? ''
                  : t('countOf', { deleted: count(group.images), selected: count(group.of) })}
              </td>
              <td className="al-num al-cell-end">{size(group.bytes)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{t('totalRow')}</th>
            <td className="al-num al-cell-end">
              {t('countOf', { deleted: count(images), selected: count(of) })}
            </td>
            <td className="al-num al-cell-end">{size(bytesFreed)}</td>
          </tr>
        </tbody>
      </table>
      {attachments > 0 && <p className="al-in al-sub al-small">{t('attachmentsText', { attachments })}</p>}
    </Card>
  );
}

/** Lists the selected images that are retained, by reason. */
export function RetainedCard({
  preview,
  cluster,
  determinedBy,
}: {
  preview: DeletePreview;
  /** What a cluster needs, in sentences. */
  cluster: readonly string[];
  /** Which configurations determine what is retained. */
  determinedBy: string;
}) {
  const reasons: { key: string; images: number; what: ReactNode }[] = [
    ...preview.protected.map(({ reason, images, names }) => ({
      key: reason,
      images,
      what: <Names summary={reason} names={names} total={images} />,
    })),
    ...(preview.absentTotal > 0
      ? [
          {
            key: 'absent',
            images: preview.absentTotal,
            what: <Names summary={t('absentReason')} names={preview.absent} total={preview.absentTotal} />,
          },
        ]
      : []),
  ];
  return (
    <Card
      title={t('retainedTitle')}
      note={
        <span className="al-num">
          {t('imagesNote', { images: preview.protectedTotal + preview.absentTotal })}
        </span>
      }
      flush
    >
      {reasons.length === 0 ? (
        <Empty title={t('noneRetainedTitle')}>{t('noneRetainedText')}</Empty>
      ) : (
        <ul className="al-delete-reasons">
          {reasons.map(({ key, images, what }) => (
            <li key={key}>
              <strong className="al-num">{count(images)}</strong>
              {what}
            </li>
          ))}
        </ul>
      )}
      <div className="al-in al-delete-foot">
        <p className="al-sub al-small">
          {preview.tagsOnly > 0 && `${t('tagsOnlyText', { images: preview.tagsOnly })} `}
          {determinedBy}
        </p>
        <RetainedForCluster words={cluster} />
      </div>
      {preview.problems.length > 0 && (
        <div className="al-in">
          <ProblemList problems={preview.problems} />
        </div>
      )}
    </Card>
  );
}

/** Lists what a cluster needs. */
export function RetainedForCluster({ words }: { words: readonly string[] }) {
  if (words.length === 0) return null;
  return (
    <div className="al-delete-cluster">
      <h3 className="al-strong">{t('clusterTitle')}</h3>
      <ul>
        {words.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </div>
  );
}

/** A line that expands to a list of names. */
function Names({ summary, names, total }: { summary: string; names: readonly string[]; total: number }) {
  if (names.length === 0) return <span>{summary}</span>;
  return (
    <details className="al-delete-names">
      <summary>{summary}</summary>
      <ul className="al-mono al-small">
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
        {total > names.length && <li>{t('moreNames', { names: count(total - names.length) })}</li>}
      </ul>
    </details>
  );
}
