import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { withoutLastSlash } from '../../parts/paths.ts';
import { Card } from '../../parts/screen.tsx';
import { driveFacts, driveName } from '../media-words.ts';
import { Medium, RefusedDrive } from './medium.tsx';
import { foldersAmong, offeredDrives, stillChosen, usedShare, withChosen } from './medium-choice.ts';
import type { FoundDrives } from './use-drives.ts';

/**
 * Drives and folders, of which some are chosen. Drives that are not offered say why, behind a button.
 * @param stateOf what became of a medium
 */
export function MediumList({
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
  const [named, setNamed] = useState<string[]>([]);
  const { offered, others } = offeredDrives(found, reads);
  const mounted = offered.map(({ mountPoint }) => mountPoint);
  const wereDrives = useDrivesChosen(mounted, failure !== undefined, chosen, onChoose);
  const folders = foldersAmong([...named, ...chosen], mounted, wereDrives);
  const set = (path: string, on: boolean) => onChoose(withChosen(chosen, path, on));
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
            fill={usedShare(drive)}
            checked={chosen.includes(drive.mountPoint)}
            onCheck={(on) => set(drive.mountPoint, on)}
          >
            {stateOf(drive.mountPoint)}
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
        {all && others.map((drive) => <RefusedDrive key={drive.device} drive={drive} />)}
        {offered.length === 0 && folders.length === 0 && (
          <p className="al-sub">
            {failure
              ? `Drives cannot be listed here: ${failure.message}. Name the folder of the medium.`
              : 'No removable drives found. Insert a drive, or name a folder.'}
          </p>
        )}
        <FolderForm
          onAdd={(path) => {
            setNamed(withChosen(named, path, true));
            set(path, true);
          }}
        />
        {below}
      </div>
    </Card>
  );
}

/** A drive that was taken out is not chosen any more. @returns paths that were drives once */
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

/** Names a folder as a medium. */
function FolderForm({ onAdd }: { onAdd: (path: string) => void }) {
  const [folder, setFolder] = useState('');
  const typed = withoutLastSlash(folder.trim());
  return (
    <form
      className="al-medium-folder"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed === '') return;
        onAdd(typed);
        setFolder('');
      }}
    >
      <PathInput id="al-medium-folder" label="Folder" kind="folder" value={folder} onChange={setFolder} />
      <Button type="submit" variant="secondary" isDisabled={typed === ''}>
        Add folder
      </Button>
    </form>
  );
}
