import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { PencilAltIcon } from '@patternfly/react-icons/dist/esm/icons/pencil-alt-icon';
import { TimesIcon } from '@patternfly/react-icons/dist/esm/icons/times-icon';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { failureOf } from '../../../core/contract/contract-error.ts';
import { asSentence } from '../../../core/contract/documents/words.ts';
import type { DriveLine, ExportLine } from '../../../core/contract/topics/media.ts';
import { useAsk } from '../../engine/requests.ts';
import { ProblemList } from '../../parts/failure.tsx';
import { size } from '../../parts/format.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { driveFacts, driveName, volumeNumbers } from '../media-words.ts';
import { usedShare } from './drive-choice.ts';
import { contentWords, directoryFacts } from './drive-words.ts';
import { t } from './messages.ts';
import { NameForm } from './name-form.tsx';

/** The volumes that an export would write to a drive. `isNeeded`: without volumes, whether some are left for other drives. */
export type Projected = ExportLine['projected'][number] & { isNeeded: boolean };

/** A drive or folder that can be selected: its size, free space and content, and what would be written to it. */
export function DriveCard({
  path,
  drive,
  name,
  projected,
  checked,
  onCheck,
  onRename,
  onRemove,
  children,
}: {
  path: string;
  /** Undefined for a folder. */
  drive: DriveLine | undefined;
  name: string;
  projected: Projected | undefined;
  checked: boolean;
  onCheck: (on: boolean) => void;
  onRename: ((name: string) => void) | undefined;
  /** Removes it from the list. */
  onRemove: (() => void) | undefined;
  children: ReactNode;
}) {
  const [isNaming, setNaming] = useState(false);
  const wasNaming = useRef(false);
  const pencil = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (wasNaming.current && !isNaming) pencil.current?.focus();
    wasNaming.current = isNaming;
  }, [isNaming]);
  const content = useAsk('media.inspect', { path });
  const found = content.data;
  const used = usedShare(drive ?? found);
  const all = drive?.bytes ?? found?.bytes;
  const planned = projected && all ? projected.bytes / all : 0;
  return (
    <div className={checked ? 'al-drive al-drive-chosen' : 'al-drive'}>
      <StickPicture fill={used} planned={planned} />
      <div className="al-grow">
        <div className="al-drive-head">
          <Checkbox
            id={`al-drive-${path}`}
            label={
              <>
                <strong className="al-anywhere">{name}</strong>{' '}
                <span className="al-sub al-small al-anywhere">{noteOf(path, drive, name)}</span>
              </>
            }
            isChecked={checked}
            onChange={(_event, on) => onCheck(on)}
          />
          {onRename && !isNaming && (
            <Button
              ref={pencil}
              variant="plain"
              size="sm"
              aria-label={t('renameButton', { drive: name })}
              icon={<PencilAltIcon />}
              onClick={() => setNaming(true)}
            />
          )}
          {onRemove && (
            <Button
              variant="plain"
              size="sm"
              aria-label={t('removeButton', { drive: name })}
              icon={<TimesIcon />}
              onClick={onRemove}
            />
          )}
        </div>
        {onRename && isNaming && (
          <NameForm
            name={name}
            onSave={(typed) => {
              onRename(typed);
              setNaming(false);
            }}
            onCancel={() => setNaming(false)}
          />
        )}
        <p className="al-sub al-small al-num al-drive-facts">
          {drive ? driveFacts(drive) : directoryFacts(found)}
        </p>
        {found && <p className="al-sub al-small">{contentWords(found)}</p>}
        {found && <ProblemList problems={found.problems} />}
        {content.error && (
          <p>
            <StateMark mark="bad">{asSentence(failureOf(content.error).message)}</StateMark>
          </p>
        )}
        {projected && <ProjectedText projected={projected} />}
        {children}
      </div>
    </div>
  );
}

/** Returns what distinguishes a drive in addition to its name. */
function noteOf(path: string, drive: DriveLine | undefined, name: string): string | undefined {
  if (!drive) return path === name ? undefined : path;
  const own = driveName(drive);
  if (own !== name) return own;
  return drive.model === name ? undefined : drive.model;
}

function ProjectedText({ projected: { volumes, bytes, isNeeded } }: { projected: Projected }) {
  return (
    <p className="al-num">
      {volumes.length === 0 ? (
        <StateMark mark={isNeeded ? 'warning' : 'left-out'}>
          {t(isNeeded ? 'nothingFitsText' : 'notNeededText')}
        </StateMark>
      ) : (
        <StateMark mark="waiting">
          {t('projectedText', {
            count: volumes.length,
            volumes: volumeNumbers(volumes),
            size: size(bytes),
          })}
        </StateMark>
      )}
    </p>
  );
}

/** A drive that was disconnected, or a directory that was deleted, while it was selected. It shows no former facts. */
export function RemovedDrive({
  path,
  name,
  onRemove,
}: {
  path: string;
  name: string;
  /** Removes it from the list. */
  onRemove: (() => void) | undefined;
}) {
  return (
    <div className="al-drive al-drive-unavailable">
      <StickPicture fill={undefined} />
      <div className="al-grow">
        <div className="al-drive-head">
          <p>
            <strong className="al-anywhere">{name}</strong>{' '}
            <span className="al-sub al-small al-anywhere">{path}</span>
          </p>
          {onRemove && (
            <Button
              variant="plain"
              size="sm"
              aria-label={t('removeButton', { drive: name })}
              icon={<TimesIcon />}
              onClick={onRemove}
            />
          )}
        </div>
        <p role="status">
          <StateMark mark="bad">{t('removedText')}</StateMark>
        </p>
        <p className="al-sub al-small">{t('removedRemedy')}</p>
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

/** Height of a full drive in its picture. */
const FULL = 30;

/** A picture of a drive with its used share, and the share that will be written. Both from 0 to 1. */
export function StickPicture({ fill, planned = 0 }: { fill: number | undefined; planned?: number }) {
  const used = FULL * Math.min(1, Math.max(0, fill ?? 0));
  const next = Math.min(FULL - used, FULL * Math.max(0, planned));
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
      <rect x="7" y={51 - used} width="20" height={used} rx="2" fill="var(--al-brand)" />
      {next > 0 && (
        <rect
          x="7.75"
          y={51 - used - next + 0.75}
          width="18.5"
          height={Math.max(1, next - 1.5)}
          rx="1.5"
          fill="none"
          stroke="var(--al-brand)"
          strokeWidth="1.5"
          strokeDasharray="3 2"
        />
      )}
    </svg>
  );
}
