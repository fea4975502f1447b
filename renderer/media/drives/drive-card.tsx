import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import type { ReactNode } from 'react';
import type { DriveLine } from '../../../core/contract/topics/media.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { driveFacts, driveName } from '../media-words.ts';
import { t } from './messages.ts';

/** A drive or folder that can be selected. */
export function DriveCard({
  id,
  name,
  note,
  facts,
  fill,
  checked,
  onCheck,
  children,
}: {
  id: string;
  name: string;
  note: string | undefined;
  facts: string;
  /** Used share, 0 to 1. */
  fill: number | undefined;
  checked: boolean;
  onCheck: (on: boolean) => void;
  children: ReactNode;
}) {
  return (
    <div className={checked ? 'al-drive al-drive-chosen' : 'al-drive'}>
      <StickPicture fill={fill} />
      <div className="al-grow">
        <Checkbox
          id={id}
          label={
            <>
              <strong className="al-anywhere">{name}</strong>{' '}
              {note !== undefined && <span className="al-sub al-small">{note}</span>}
            </>
          }
          isChecked={checked}
          onChange={(_event, on) => onCheck(on)}
        />
        <p className="al-sub al-small al-num al-drive-facts">{facts}</p>
        {children}
      </div>
    </div>
  );
}

/** A drive that can't be selected, with the reason. */
export function UnavailableDrive({ drive }: { drive: DriveLine }) {
  return (
    <div className="al-drive al-drive-unavailable">
      <StickPicture fill={undefined} />
      <div className="al-grow">
        <p>
          <strong>{driveName(drive)}</strong>{' '}
          {drive.label !== undefined && <span className="al-sub al-small">{drive.model}</span>}
        </p>
        <p className="al-sub al-small">{driveFacts(drive)}</p>
        <p>
          <StateMark mark="blocked">
            {drive.rejected ? t('unavailable', { reason: drive.rejected.message }) : t('notMounted')}
          </StateMark>
        </p>
      </div>
    </div>
  );
}

/** A picture of a drive with its used share. */
export function StickPicture({ fill }: { fill: number | undefined }) {
  const height = 30 * Math.min(1, Math.max(0, fill ?? 0));
  return (
    <svg className="al-stick" viewBox="0 0 34 58" width="30" height="52" aria-hidden="true">
      <path
        d="M9 2h16v13H9z M14 8h1.5 M19 8h1.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <rect x="2" y="15" width="30" height="41" rx="6" fill="none" stroke="currentColor" strokeWidth="2" />
      <rect x="7" y={51 - height} width="20" height={height} rx="2" fill="var(--al-brand)" />
    </svg>
  );
}
