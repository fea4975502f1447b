import type { ReactNode } from 'react';
import type { DeletePreview } from '../../core/contract/topics/deletes.ts';
import { Empty } from '../parts/empty.tsx';
import { ProblemList } from '../parts/failure.tsx';
import { count, counted, size } from '../parts/format.ts';
import { Card } from '../parts/screen.tsx';

/** What goes, by release, operator and image, each with what it frees. */
export function GoesCard({ preview }: { preview: DeletePreview }) {
  const { groups, images, of, bytesFreed, attachments } = preview;
  return (
    <Card title="What goes" note={<span className="al-num">{goesNote(preview)}</span>} flush>
      <table className="al-plain-table al-delete-groups">
        <thead>
          <tr>
            <th scope="col">Deliverable</th>
            <th scope="col" className="al-cell-end">
              Images
            </th>
            <th scope="col" className="al-cell-end">
              Frees
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.deliverable}>
              <th scope="row">
                <Names summary={group.deliverable} names={group.names} total={group.images} />
              </th>
              <td className="al-num al-cell-end">
                {group.of === 0 ? '' : `${count(group.images)} of ${count(group.of)}`}
              </td>
              <td className="al-num al-cell-end">{size(group.bytes)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">Together</th>
            <td className="al-num al-cell-end">
              {count(images)} of {count(of)}
            </td>
            <td className="al-num al-cell-end">{size(bytesFreed)}</td>
          </tr>
        </tbody>
      </table>
      {attachments > 0 && (
        <p className="al-in al-sub al-small">
          {counted(attachments, 'signature or referrer goes', 'signatures and referrers go')} along.
        </p>
      )}
    </Card>
  );
}

/** What was chosen and stays, by reason. */
export function StaysCard({
  preview,
  cluster,
  toldBy,
}: {
  preview: DeletePreview;
  /** What a live cluster needs, in sentences. */
  cluster: readonly string[];
  /** Which configurations said what is needed. */
  toldBy: string;
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
            what: (
              <Names
                summary="The registry does not have it"
                names={preview.absent}
                total={preview.absentTotal}
              />
            ),
          },
        ]
      : []),
  ];
  return (
    <Card
      title="What stays, and why"
      note={<span className="al-num">{counted(preview.protectedTotal + preview.absentTotal, 'image')}</span>}
      flush
    >
      {reasons.length === 0 ? (
        <Empty title="Nothing that was chosen stays">
          No other release, operator or configuration needs it.
        </Empty>
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
          {preview.tagsOnly > 0 && `${tagsWords(preview.tagsOnly)} `}
          {toldBy}
        </p>
        <KeptForCluster words={cluster} />
      </div>
      {preview.problems.length > 0 && (
        <div className="al-in">
          <ProblemList problems={preview.problems} />
        </div>
      )}
    </Card>
  );
}

function tagsWords(tagsOnly: number): string {
  return tagsOnly === 1
    ? 'Of these, 1 loses its tag where the registry can delete a tag alone; its manifest stays.'
    : `Of these, ${count(tagsOnly)} lose their tags where the registry can delete a tag alone; their manifests stay.`;
}

function goesNote({ images, bytesFreed }: DeletePreview): string {
  return `${counted(images, 'image')}, ${size(bytesFreed)}`;
}

/** What a live cluster needs. */
export function KeptForCluster({ words }: { words: readonly string[] }) {
  if (words.length === 0) return null;
  return (
    <div className="al-delete-cluster">
      <h3 className="al-strong">Kept for the cluster</h3>
      <ul>
        {words.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </div>
  );
}

/** A line that opens to the names behind it. */
function Names({ summary, names, total }: { summary: string; names: readonly string[]; total: number }) {
  if (names.length === 0) return <span>{summary}</span>;
  return (
    <details className="al-delete-names">
      <summary>{summary}</summary>
      <ul className="al-mono al-small">
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
        {total > names.length && <li>and {count(total - names.length)} more</li>}
      </ul>
    </details>
  );
}
