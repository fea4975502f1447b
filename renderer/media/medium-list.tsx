import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { DriveLine } from '../../core/contract/topics/media.ts';
import type { ContractFailure } from '../../core/contract/topics/vocabulary.ts';
import { PathInput } from '../parts/path-input.tsx';
import { withoutLastSlash } from '../parts/paths.ts';
import { Card } from '../parts/screen.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { driveFacts, driveName } from './media-words.ts';

/**
 * Drives and folders, of which some are chosen. Drives that are not offered say why, behind a button.
 * @param stateOf what became of a medium
 */
export function MediumList({
  title,
  drives,
  failure,
  reads = false,
  chosen,
  onChoose,
  stateOf,
  children,
  below,
}: {
  title: string;
  drives: readonly DriveLine[];
  failure: ContractFailure | undefined;
  /** Media are only read here: one that cannot be written will do. */
  reads?: boolean;
  chosen: readonly string[];
  onChoose: (paths: string[]) => void;
  stateOf: (path: string) => ReactNode;
  /** Above the media. */
  children?: ReactNode;
  /** What else there is to choose. */
  below?: ReactNode;
}) {
  const [all, setAll] = useState(false);
  const [folder, setFolder] = useState('');
  const [named, setNamed] = useState<string[]>([]);
  const usable = (drive: DriveLine) =>
    drive.mountPoint !== undefined && (!drive.refused || (reads && drive.refused.reason === 'read-only'));
  const offered = drives.filter(usable);
  const others = drives.filter((drive) => !usable(drive));
  const mounted = offered.flatMap(({ mountPoint }) => mountPoint ?? []).join('\n');
  const wereDrives = useRef(new Set<string>());
  const latest = useRef({ chosen, onChoose });
  latest.current = { chosen, onChoose };
  // A drive that was taken out is not chosen any more.
  useEffect(() => {
    if (failure) return;
    const here = new Set(mounted.split('\n'));
    const { chosen: now, onChoose: choose } = latest.current;
    const left = now.filter((path) => here.has(path) || !wereDrives.current.has(path));
    for (const path of here) wereDrives.current.add(path);
    if (left.length < now.length) choose(left);
  }, [mounted, failure]);
  // A folder that is named once stays in sight.
  const folders = [...new Set([...named, ...chosen])].filter(
    (path) => !offered.some(({ mountPoint }) => mountPoint === path) && !wereDrives.current.has(path),
  );
  const set = (path: string, on: boolean) =>
    onChoose(on ? [...chosen.filter((one) => one !== path), path] : chosen.filter((one) => one !== path));
  const typed = withoutLastSlash(folder.trim());
  return (
    <Card
      title={title}
      actions={
        others.length > 0 && (
          <Button variant="link" size="sm" aria-expanded={all} onClick={() => setAll(!all)}>
            {all
              ? 'Hide other drives'
              : `Show ${others.length} other ${others.length === 1 ? 'drive' : 'drives'}`}
          </Button>
        )
      }
    >
      <div className="al-media-list">
        {children}
        {offered.map((drive) => (
          <Medium
            key={drive.device}
            id={`al-medium-${drive.device}`}
            name={driveName(drive)}
            note={drive.label === undefined ? undefined : drive.model}
            facts={driveFacts(drive)}
            fill={drive.free === undefined ? undefined : 1 - drive.free / Math.max(1, drive.bytes)}
            checked={chosen.includes(drive.mountPoint!)}
            onCheck={(on) => set(drive.mountPoint!, on)}
          >
            {stateOf(drive.mountPoint!)}
          </Medium>
        ))}
        {folders.map((path) => (
          <Medium
            key={path}
            id={`al-medium-${path}`}
            name={path}
            note={undefined}
            facts="a folder"
            fill={undefined}
            checked={chosen.includes(path)}
            onCheck={(on) => set(path, on)}
          >
            {stateOf(path)}
          </Medium>
        ))}
        {all &&
          others.map((drive) => (
            <div key={drive.device} className="al-medium al-medium-refused">
              <StickPicture fill={undefined} />
              <div className="al-grow">
                <p>
                  <strong>{driveName(drive)}</strong>{' '}
                  {drive.label !== undefined && <span className="al-sub al-small">{drive.model}</span>}
                </p>
                <p className="al-sub al-small">{driveFacts(drive)}</p>
                <p>
                  <StateMark mark="blocked">
                    {drive.refused ? `Not offered: ${drive.refused.words}` : 'Not mounted'}
                  </StateMark>
                </p>
              </div>
            </div>
          ))}
        {offered.length === 0 && folders.length === 0 && (
          <p className="al-sub">
            {failure
              ? `Drives cannot be listed here: ${failure.message}. Name the folder of the medium.`
              : 'No removable drives found. Insert a drive, or name a folder.'}
          </p>
        )}
        <form
          className="al-medium-folder"
          onSubmit={(event) => {
            event.preventDefault();
            if (typed === '') return;
            setNamed([...named.filter((one) => one !== typed), typed]);
            set(typed, true);
            setFolder('');
          }}
        >
          <PathInput id="al-medium-folder" label="Folder" kind="folder" value={folder} onChange={setFolder} />
          <Button type="submit" variant="secondary" isDisabled={typed === ''}>
            Add folder
          </Button>
        </form>
        {below}
      </div>
    </Card>
  );
}

function Medium({
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
  /** Share that is in use, 0 to 1. */
  fill: number | undefined;
  checked: boolean;
  onCheck: (on: boolean) => void;
  children: ReactNode;
}) {
  return (
    <div className={checked ? 'al-medium al-medium-chosen' : 'al-medium'}>
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
        <p className="al-sub al-small al-num al-medium-facts">{facts}</p>
        {children}
      </div>
    </div>
  );
}

/** A stick, filled as far as it is in use. */
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
