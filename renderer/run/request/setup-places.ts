import type { PracticeState } from '../../../core/contract/topics/practice.ts';
import type { WorkflowKind } from '../../../core/contract/topics/vocabulary.ts';
import type { TransferLine, WorkspaceLine } from '../../../core/contract/topics/workspace.ts';
import { t } from './messages.ts';
import type { SetupPlaces } from './setup-fields.ts';
import { lastPart } from './setup-sentence.ts';

type Field = keyof SetupPlaces;

const FIELDS = [
  'directory',
  'config',
  'destination',
  'enclave',
  'state',
  'source',
] as const satisfies readonly Field[];

/** Returns the parameter of a place in the address. */
export function placeParameter(workflow: WorkflowKind, field: Field): string {
  if (field === 'source' && workflow !== 'diskToMirror') return 'from';
  if (field !== 'directory') return field;
  return workflow === 'diskToMirror' ? 'from' : 'workspace';
}

/**
 * Returns the places of the address, with defaults for missing ones.
 * @param likely the configuration that was used last; the transfers of a push contain their own
 * @param practice the practice world, whose registry is the destination of its transfers
 */
export function placesOf(
  workflow: WorkflowKind,
  address: URLSearchParams,
  workspaces: readonly WorkspaceLine[],
  likely: string | undefined,
  practice?: Partial<PracticeState>,
): SetupPlaces {
  const given = (field: Field) => address.get(placeParameter(workflow, field));
  const directory = given('directory') ?? workspaces[0]?.directory ?? '';
  const enclaves = workspaces.find((line) => line.directory === directory)?.enclaves ?? [];
  const pushed = workflow === 'diskToMirror' ? lastPush(directory, workspaces, practice) : undefined;
  return {
    directory,
    config: given('config') ?? likely ?? '',
    destination: given('destination') ?? pushed?.destination ?? '',
    enclave: given('enclave') ?? (enclaves.length === 1 ? enclaves[0]!.name : ''),
    state: given('state') ?? pushed?.state ?? '',
    source: given('source') ?? '',
  };
}

/** Returns where transfers of a directory were pushed last, or else where this host pushed last. */
function lastPush(
  directory: string,
  workspaces: readonly WorkspaceLine[],
  practice: Partial<PracticeState> | undefined,
): { destination: string; state?: string | undefined } | undefined {
  if (practice?.destination !== undefined && [practice.workspace, practice.received].includes(directory))
    return { destination: practice.destination, state: practice.stateDirectory };
  const pushes = workspaces
    .flatMap((line) =>
      line.enclaves.map(({ lastPush: push }) => ({ push, own: line.directory === directory })),
    )
    .flatMap(({ push, own }) => (push?.target === undefined ? [] : [{ ...push, target: push.target, own }]))
    .toSorted((a, b) => Number(b.own) - Number(a.own) || Date.parse(b.startedAt) - Date.parse(a.startedAt));
  return pushes[0] && { destination: pushes[0].target };
}

/** Writes changed places and defaults to the address. Another folder has its own configuration and enclave. */
export function writePlaces(
  workflow: WorkflowKind,
  address: URLSearchParams,
  places: SetupPlaces,
  changes: Partial<SetupPlaces>,
): void {
  const elsewhere = changes.directory !== undefined && changes.directory !== places.directory;
  for (const field of FIELDS) {
    const name = placeParameter(workflow, field);
    const changed = changes[field];
    const ofFolder = field === 'config' || field === 'enclave';
    if (elsewhere && ofFolder) address.delete(name);
    if (changed !== undefined) address.set(name, changed);
    // The current address is newer than the places of this change.
    else if (!address.has(name) && !(elsewhere && (ofFolder || field === 'directory')))
      address.set(name, places[field]);
  }
}

/** Returns the name of a workspace or folder. */
export function nameOf(directory: string, workspaces: readonly WorkspaceLine[]): string {
  const line = workspaces.find((each) => each.directory === directory);
  return line?.practice ? t('practiceName') : (line?.name ?? lastPart(directory));
}

/** Returns the last complete transfer for the enclave of the form. */
export function lastTransfer(
  places: Pick<SetupPlaces, 'directory' | 'enclave'>,
  workspaces: readonly WorkspaceLine[],
): TransferLine | undefined {
  return workspaces
    .find(({ directory }) => directory === places.directory)
    ?.enclaves.find(({ name }) => name === (places.enclave || 'default'))
    ?.transfers.findLast(({ state }) => state === 'complete');
}
