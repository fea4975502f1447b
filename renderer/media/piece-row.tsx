import './piece-row.css';
import { ArrowRightIcon } from '@patternfly/react-icons/dist/esm/icons/arrow-right-icon';
import type { CSSProperties } from 'react';
import { type Mark, StateMark } from '../parts/state-mark.tsx';
import type { PieceBox } from './media-words.ts';

/** What several pieces in a row are for. */
export interface PieceGroup {
  name: string;
  title: string;
  from: number;
  to: number;
  mark?: Mark;
}

/** Pieces in one row up to so many: below them stands what they are for. */
const ONE_ROW = 14;
/** Above this a box has room for its number alone. */
const WITH_WORDS = 60;

/** The pieces of a transfer as boxes in their order, with what they are for. */
export function PieceRow({
  label,
  boxes,
  groups,
}: {
  label: string;
  boxes: readonly PieceBox[];
  groups: readonly PieceGroup[];
}) {
  const single = boxes.length <= ONE_ROW;
  const small = boxes.length > WITH_WORDS;
  const region = small
    ? { tabIndex: 0, role: 'region', 'aria-label': `All ${boxes.length} pieces` }
    : undefined;
  const style = { '--al-pieces': boxes.length } as CSSProperties;
  return (
    <div className="al-pieces" style={style}>
      <div className={small ? 'al-piece-scroll' : undefined} {...region}>
        <ol
          className={`al-piece-boxes${single ? ' al-piece-single' : ''}${small ? ' al-piece-small' : ''}`}
          aria-label={label}
        >
          {boxes.map(({ number, mark, word, title }) => (
            <li key={number} className={`al-piece al-piece-${mark}`} title={`${title}: ${word}`}>
              <b>
                <span className="al-unseen">Piece </span>
                {number}
              </b>
              {mark === 'next' ? (
                <span className="al-mark al-mark-running">
                  <span aria-hidden="true" className="al-mark-icon">
                    <ArrowRightIcon />
                  </span>
                </span>
              ) : (
                <StateMark mark={mark} />
              )}
              <span className={small ? 'al-unseen' : 'al-cut'}>{word}</span>
            </li>
          ))}
        </ol>
      </div>
      {groups.length > 0 && (
        <ul className={single ? 'al-piece-groups' : 'al-piece-list'}>
          {groups.map(({ name, title, from, to, mark }) => (
            <li
              key={`${from} ${name}`}
              className={mark ? `al-piece-group-${mark}` : undefined}
              title={title}
              style={single ? { gridColumn: `${from} / ${to + 1}` } : undefined}
            >
              <span className="al-cut">{name}</span>
              {!single && (
                <span className="al-sub al-num">{from === to ? ` ${from}` : ` ${from} to ${to}`}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
