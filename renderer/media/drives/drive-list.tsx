import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { withoutLastSlash } from '../../parts/paths.ts';
import { Card } from '../../parts/screen.tsx';
import { driveFacts, driveName } from '../media-words.ts';
import { DriveCard, UnavailableDrive } from './drive-card.tsx';
import { foldersAmong, offeredDrives, stillChosen, usedShare, withChosen } from './drive-choice.ts';
import { t } from './messages.ts';
import type { FoundDrives } from './use-drives.ts';

/**
 * Drives and folders to select. A button shows unavailable drives with the reason.
 * @param stateOf returns the state of a drive
 */
export function DriveList({
  title,
  drives: { found, failure },
  reads = false,
  chosen,
  onChoose,
  stateOf,
  children,
  below,
}: {
  title: string;
  drives: FoundDrives;
  /** Drives are only read, so read-only ones are available too. */
  reads?: boolean;
  chosen: readonly string[];
  onChoose: (paths: string[]) => void;
  stateOf: (path: string) => ReactNode;
  /** Content above the list. */
  children?: ReactNode;
  /** Content below the list. */
  below?: ReactNode;
}) {
  const [all, setAll] = useState(false);
  const [added, setAdded] = useState<string[]>([]);
  const { offered, others } = offeredDrives(found, reads);
  const mounted = offered.map(({ mountPoint }) => mountPoint);
  const wereDrives = useDrivesChosen(mounted, failure !== undefined, chosen, onChoose);
  const folders = foldersAmong([...added, ...chosen], mounted, wereDrives);
  const set = (path: string, on: boolean) => onChoose(withChosen(chosen, path, on));
  return (
    <Card
      title={title}
      actions={
        others.length > 0 && (
          <Button variant="link" size="sm" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? t('hideOthersButton') : t('showOthersButton', { count: others.length })}
          </Button>
        )
      }
    >
      <div className="al-media-list">
        {children}
        {offered.map((drive) => (
          <DriveCard
            key={drive.device}
            id={`al-drive-${drive.device}`}
            name={driveName(drive)}
            note={drive.label === undefined ? undefined : drive.model}
            facts={driveFacts(drive)}
            fill={usedShare(drive)}
            checked={chosen.includes(drive.mountPoint)}
            onCheck={(on) => set(drive.mountPoint, on)}
          >
            {stateOf(drive.mountPoint)}
          </DriveCard>
        ))}
        {folders.map((path) => (
          <DriveCard
            key={path}
            id={`al-drive-${path}`}
            name={path}
            note={undefined}
            facts={t('directory')}
            fill={undefined}
            checked={chosen.includes(path)}
            onCheck={(on) => set(path, on)}
          >
            {stateOf(path)}
          </DriveCard>
        ))}
        {all && others.map((drive) => <UnavailableDrive key={drive.device} drive={drive} />)}
        {offered.length === 0 && folders.length === 0 && (
          <p className="al-sub">
            {failure ? t('listFailedText', { reason: failure.message }) : t('noDrivesText')}
          </p>
        )}
        <FolderForm
          onAdd={(path) => {
            setAdded(withChosen(added, path, true));
            set(path, true);
          }}
        />
        {below}
      </div>
    </Card>
  );
}

/** Deselects removed drives. @returns paths that were drives before */
function useDrivesChosen(
  mounted: readonly string[],
  unknown: boolean,
  chosen: readonly string[],
  onChoose: (paths: string[]) => void,
): ReadonlySet<string> {
  const were = useRef(new Set<string>());
  const latest = useRef({ chosen, onChoose });
  latest.current = { chosen, onChoose };
  const listed = mounted.join('\n');
  useEffect(() => {
    if (unknown) return;
    const here = listed.split('\n');
    const { chosen: now, onChoose: choose } = latest.current;
    const left = stillChosen(now, here, were.current);
    for (const path of here) were.current.add(path);
    if (left.length < now.length) choose(left);
  }, [listed, unknown]);
  return were.current;
}

/** Adds a folder to the list. */
function FolderForm({ onAdd }: { onAdd: (path: string) => void }) {
  const [folder, setFolder] = useState('');
  const typed = withoutLastSlash(folder.trim());
  return (
    <form
      className="al-drive-folder"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed === '') return;
        onAdd(typed);
        setFolder('');
      }}
    >
      <PathInput
        id="al-drive-folder"
        label={t('directoryLabel')}
        kind="directory"
        value={folder}
        onChange={setFolder}
      />
      <Button type="submit" variant="secondary" isDisabled={typed === ''}>
        {t('addDirectoryButton')}
      </Button>
    </form>
  );
}
