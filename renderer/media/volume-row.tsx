import './volume-row.css';
import { ArrowRightIcon } from '@patternfly/react-icons/dist/esm/icons/arrow-right-icon';
import type { CSSProperties } from 'react';
import { type Mark, StateMark } from '../parts/state-mark.tsx';
import { type VolumeBox, volumeRange } from './media-words.ts';
import { t } from './messages.ts';

/** The content of several consecutive volumes. */
export interface VolumeGroup {
  name: string;
  title: string;
  from: number;
  to: number;
  mark?: Mark;
}

/** Largest number of volumes in one row, with their content below. */
const ONE_ROW = 14;
/** Largest number of volumes with their states. More boxes show only numbers. */
const WITH_WORDS = 60;

/** The volumes of a transfer as boxes in order, with their content. */
export function VolumeRow({
  label,
  boxes,
  groups,
}: {
  label: string;
  boxes: readonly VolumeBox[];
  groups: readonly VolumeGroup[];
}) {
  const single = boxes.length <= ONE_ROW;
  const small = boxes.length > WITH_WORDS;
  const region = small
    ? { tabIndex: 0, role: 'region', 'aria-label': t('allVolumesLabel', { count: boxes.length }) }
    : undefined;
  const style = { '--al-volumes': boxes.length } as CSSProperties;
  return (
    <div className="al-volumes" style={style}>
      <div className={small ? 'al-volume-scroll' : undefined} {...region}>
        <ol
          className={`al-volume-boxes${single ? ' al-volume-single' : ''}${small ? ' al-volume-small' : ''}`}
          aria-label={label}
        >
          {boxes.map(({ number, mark, state, title }) => (
            <li
              key={number}
              className={`al-volume al-volume-${mark}`}
              title={t('volumeState', { volume: title, state })}
            >
              <b>
                {t.parts('volumeNumber', {
                  number,
                  unseen: (text) => (
                    <span key="unseen" className="al-unseen">
                      {text}
                    </span>
                  ),
                })}
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
              <span className={small ? 'al-unseen' : 'al-cut'}>{state}</span>
            </li>
          ))}
        </ol>
      </div>
      {groups.length > 0 && (
        <ul className={single ? 'al-volume-groups' : 'al-volume-list'}>
          {groups.map(({ name, title, from, to, mark }) => (
            <li
              key={`${from} ${name}`}
              className={mark ? `al-volume-group-${mark}` : undefined}
              title={title}
              style={single ? { gridColumn: `${from} / ${to + 1}` } : undefined}
            >
              <span className="al-cut">{name}</span>
              {!single && <span className="al-sub al-num"> {volumeRange(from, to)}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
