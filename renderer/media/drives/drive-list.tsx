import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useDo } from '../../engine/requests.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { withoutLastSlash } from '../../parts/paths.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { Card } from '../../parts/screen.tsx';
import { DriveCard, type Projected, RemovedDrive, UnavailableDrive } from './drive-card.tsx';
import { foldersAmong, type MountedDrive, offeredDrives, withChosen } from './drive-choice.ts';
import { t } from './messages.ts';
import type { FoundDrives } from './use-drives.ts';

/**
 * Drives and folders to select. A button shows unavailable drives with the reason.
 * @param stateOf returns the state of a drive
 */
export function DriveList({
  title,
  directoryLabel,
  drives: { found, failure, nameOf, isRemoved, added, setAdded },
  reads = false,
  chosen,
  onChoose,
  onRename,
  projected = [],
  stateOf,
  isFinished,
  awaited,
  children,
  below,
}: {
  title: string;
  /** Label of the field that adds a directory. */
  directoryLabel: string;
  drives: FoundDrives;
  /** Drives are only read, so read-only ones are available too. */
  reads?: boolean;
  chosen: readonly string[];
  onChoose: (paths: string[]) => void;
  /** Returns a function that renames the drive at a path; undefined if it can't be renamed. */
  onRename?: (path: string) => ((name: string) => void) | undefined;
  /** What would be written to the chosen drives. */
  projected?: readonly Projected[];
  stateOf: (path: string) => ReactNode;
  /** Returns whether a drive isn't needed any more. Its removal isn't shown. */
  isFinished: (path: string) => boolean;
  /** Returns whether the content above the list shows that the job waits for this removed drive. */
  awaited?: (path: string) => boolean;
  /** Content above the list. */
  children?: ReactNode;
  /** Content below the list. */
  below?: ReactNode;
}) {
  const [all, setAll] = useState(false);
  const { offered, others } = offeredDrives(found, reads);
  const mounted = offered.map(({ mountPoint }) => mountPoint);
  useFinishedDeselected(chosen, isRemoved, isFinished, onChoose);
  const folders = foldersAmong([...added, ...chosen], mounted);
  const listed = [...offered, ...folders].filter((place) => {
    const path = pathOf(place);
    return !isRemoved(path) || (!isFinished(path) && !awaited?.(path));
  });
  // A directory is added later, after its inspection.
  const latest = useRef({ chosen, onChoose });
  latest.current = { chosen, onChoose };
  const set = (path: string, on: boolean) =>
    latest.current.onChoose(withChosen(latest.current.chosen, path, on));
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
        {listed.map((place) => {
          const drive = typeof place === 'string' ? undefined : place;
          const path = pathOf(place);
          const remove = () => {
            setAdded((now) => withChosen(now, path, false));
            set(path, false);
          };
          if (isRemoved(path))
            return (
              <RemovedDrive
                key={path}
                path={path}
                name={nameOf(path)}
                onRemove={drive && !chosen.includes(path) ? undefined : remove}
              />
            );
          return (
            <DriveCard
              key={path}
              path={path}
              drive={drive}
              name={nameOf(path)}
              projected={projected.find((one) => one.path === path)}
              checked={chosen.includes(path)}
              onCheck={(on) => set(path, on)}
              onRename={onRename?.(path)}
              onRemove={drive ? undefined : remove}
            >
              {stateOf(path)}
            </DriveCard>
          );
        })}
        {all && others.map((drive) => <UnavailableDrive key={drive.device} drive={drive} />)}
        {listed.length === 0 && (
          <p className="al-sub">
            {failure ? t('listFailedText', { reason: failure.message }) : t('noDrivesText')}
          </p>
        )}
        <FolderForm
          label={directoryLabel}
          listed={[...mounted, ...folders].filter((path) => !isRemoved(path))}
          onAdd={(path) => {
            setAdded((now) => withChosen(now, path, true));
            set(path, true);
          }}
        />
        {below}
      </div>
    </Card>
  );
}

function pathOf(place: MountedDrive | string): string {
  return typeof place === 'string' ? place : place.mountPoint;
}

/** Deselects removed drives that aren't needed any more. */
function useFinishedDeselected(
  chosen: readonly string[],
  isRemoved: (path: string) => boolean,
  isFinished: (path: string) => boolean,
  onChoose: (paths: string[]) => void,
): void {
  useEffect(() => {
    const left = chosen.filter((path) => !isRemoved(path) || !isFinished(path));
    if (left.length < chosen.length) onChoose(left);
  });
}

/** Adds a directory to the list, if it exists and can be read. */
function FolderForm({
  label,
  listed,
  onAdd,
}: {
  label: string;
  listed: readonly string[];
  onAdd: (path: string) => void;
}) {
  const [folder, setFolder] = useState('');
  const inspect = useDo('media.inspect');
  const typed = withoutLastSlash(folder.trim());
  return (
    <>
      <form
        className="al-drive-folder"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed === '') return;
          const add = () => {
            onAdd(typed);
            setFolder('');
          };
          if (listed.includes(typed)) add();
          else inspect.mutate({ path: typed }, { onSuccess: add });
        }}
      >
        <PathInput
          id="al-drive-folder"
          label={label}
          kind="directory"
          value={folder}
          onChange={(value) => {
            setFolder(value);
            inspect.reset();
          }}
        />
        <RequestButton
          request="media.inspect"
          type="submit"
          variant="secondary"
          isDisabled={typed === '' || inspect.isPending}
          isLoading={inspect.isPending}
        >
          {t('addDirectoryButton')}
        </RequestButton>
      </form>
      {inspect.error && <FailureAlert error={inspect.error} title={t('addFailedTitle')} />}
    </>
  );
}
