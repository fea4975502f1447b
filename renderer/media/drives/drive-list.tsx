import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useDo } from '../../engine/requests.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { withoutLastSlash } from '../../parts/paths.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { Card } from '../../parts/screen.tsx';
import { DriveCard, type Projected, UnavailableDrive } from './drive-card.tsx';
import { foldersAmong, offeredDrives, stillChosen, withChosen } from './drive-choice.ts';
import { t } from './messages.ts';
import type { FoundDrives } from './use-drives.ts';

/**
 * Drives and folders to select. A button shows unavailable drives with the reason.
 * @param stateOf returns the state of a drive
 */
export function DriveList({
  title,
  drives: { found, failure, nameOf },
  reads = false,
  chosen,
  onChoose,
  onRename,
  projected = [],
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
  /** Returns a function that renames the drive at a path; undefined if it can't be renamed. */
  onRename?: (path: string) => ((name: string) => void) | undefined;
  /** What would be written to the chosen drives. */
  projected?: readonly Projected[];
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
        {[...offered, ...folders].map((place) => {
          const drive = typeof place === 'string' ? undefined : place;
          const path = typeof place === 'string' ? place : place.mountPoint;
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
              onRemove={
                drive
                  ? undefined
                  : () => {
                      setAdded(withChosen(added, path, false));
                      set(path, false);
                    }
              }
            >
              {stateOf(path)}
            </DriveCard>
          );
        })}
        {all && others.map((drive) => <UnavailableDrive key={drive.device} drive={drive} />)}
        {offered.length === 0 && folders.length === 0 && (
          <p className="al-sub">
            {failure ? t('listFailedText', { reason: failure.message }) : t('noDrivesText')}
          </p>
        )}
        <FolderForm
          listed={[...mounted, ...folders]}
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

/** Adds a directory to the list, if it exists and can be read. */
function FolderForm({ listed, onAdd }: { listed: readonly string[]; onAdd: (path: string) => void }) {
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
          label={t('directoryLabel')}
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
