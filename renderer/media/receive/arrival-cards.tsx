import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { capitalized, firstWords } from '../../../core/contract/documents/words.ts';
import type { ArrivalLine, MediaJob } from '../../../core/contract/topics/media.ts';
import { counted, sizeOf } from '../../parts/format.ts';
import { Card } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { MediaProgress } from '../media-progress.tsx';
import { pieceList } from '../media-words.ts';
import { PieceRow } from '../piece-row.tsx';
import { arrivedBoxes, type Concerned, concernedBy, deliverableMark } from './receive-words.ts';

/** The pieces of a transfer: have, damaged, missing. */
export function ArrivedPieces({ arrival, job }: { arrival: ArrivalLine; job: MediaJob | undefined }) {
  return (
    <Card
      title="Pieces"
      note={<span className="al-num">{sizeOf(arrival.here, arrival.bytes)} checked, byte by byte</span>}
    >
      <PieceRow label={`Pieces of ${arrival.transfer}`} boxes={arrivedBoxes(arrival, job)} groups={[]} />
      <MediaProgress job={job} label="Bytes read" words=" read" />
    </Card>
  );
}

/** Whether anyone could have replaced the transfer. */
export function ArrivedOrigin({ origin }: { origin: ArrivalLine['origin'] }) {
  return (
    <p>
      <StateMark
        mark={origin.state === 'verified' ? 'good' : origin.state === 'rejected' ? 'bad' : 'warning'}
      >
        {origin.words}
      </StateMark>
    </p>
  );
}

/** Each piece that is not here with what it concerns and what to do. */
export function WhatIsWrong({ arrival }: { arrival: ArrivalLine }) {
  const damaged = arrival.pieces.filter(({ state }) => state === 'damaged');
  const missing = arrival.pieces.filter(({ state }) => state === 'missing');
  if (damaged.length + missing.length === 0) return null;
  return (
    <Card title="What is wrong, and what to do next" flush>
      <ul className="al-list">
        {damaged.map((piece) => (
          <Wrong
            key={piece.number}
            mark="bad"
            title={`Piece ${piece.number} is damaged`}
            concerned={concernedBy([piece])}
          >
            {piece.deliverables.length === 0 &&
              missing.length > 0 &&
              'Which images that concerns is known when the missing pieces are here. '}
            Insert its medium again to read it once more; a second copy heals only what differs.
          </Wrong>
        ))}
        {missing.length > 0 && (
          <Wrong
            mark="left-out"
            title={`${capitalized(pieceList(missing.map(({ number }) => number)))} ${missing.length === 1 ? 'was' : 'were'} on no medium so far`}
            concerned={concernedBy(missing)}
          >
            Receive from another medium, or ask for it with the code: the next transfer carries it.
          </Wrong>
        )}
        {arrival.files.length > 0 && (
          <Wrong
            mark="left-out"
            title={`${counted(arrival.files.length, 'file')} beside the images are missing`}
            concerned={concernedBy([])}
          >
            {firstWords(arrival.files, 3)}
          </Wrong>
        )}
      </ul>
    </Card>
  );
}

function Wrong({
  mark,
  title,
  concerned,
  children,
}: {
  mark: 'bad' | 'left-out';
  title: string;
  concerned: Concerned;
  children: ReactNode;
}) {
  const { names, words } = concerned;
  return (
    <li className="al-rejected-set">
      <StateMark mark={mark} />
      <div className="al-grow">
        <p>
          <strong>{title}</strong>
        </p>
        {names.length > 0 && (
          <details>
            <summary>{words}</summary>
            <ul className="al-rejected-set-images">
              {names.slice(0, 200).map((name) => (
                <li key={name} className="al-mono al-anywhere">
                  {name}
                </li>
              ))}
            </ul>
          </details>
        )}
        <p className="al-sub">{children}</p>
      </div>
    </li>
  );
}

/** Releases, operators and the rest: whole or what they wait for. */
export function DeliverableTable({ arrival, pushAt }: { arrival: ArrivalLine; pushAt: string }) {
  if (arrival.deliverables.length === 0) return null;
  return (
    <Card title="What is in it" flush>
      <table className="al-plain-table">
        <thead>
          <tr>
            <th scope="col">Deliverable</th>
            <th scope="col">Here</th>
            <th scope="col" className="al-cell-end">
              Images
            </th>
            <th scope="col">
              <span className="al-unseen">Push</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {arrival.deliverables.map((line) => {
            const { mark, word } = deliverableMark(line);
            return (
              <tr key={line.name}>
                <th scope="row">{capitalized(line.name)}</th>
                <td>
                  <StateMark mark={mark}>{word}</StateMark>
                </td>
                <td className="al-cell-end al-num">{line.images}</td>
                <td className="al-cell-end">
                  {line.lacking === 0 && (
                    <Link to={pushAt} aria-label={`Push ${line.name}`}>
                      Push
                    </Link>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Card>
  );
}
