import { useSearchParams } from 'react-router';
import type { WorkflowKind } from '../../core/contract/vocabulary.ts';
import type { TransferLine, WorkspaceLine } from '../../core/contract/workspace.ts';
import type { SetupPlaces } from './setup-fields.ts';
import { lastPart } from './setup-sentence.ts';

/** Names of the places in the address. */
const PARAMETERS: Record<keyof SetupPlaces, string> = {
  directory: 'workspace',
  config: 'config',
  destination: 'destination',
  enclave: 'enclave',
  state: 'state',
};

/** The places of the address; where it names none, what is at hand. */
export function usePlaces(
  workflow: WorkflowKind,
  workspaces: readonly WorkspaceLine[],
): [SetupPlaces, (changes: Partial<SetupPlaces>) => void] {
  const [address, setAddress] = useSearchParams();
  const name = (field: keyof SetupPlaces) =>
    field === 'directory' && workflow === 'diskToMirror' ? 'from' : PARAMETERS[field];
  const directory = address.get(name('directory')) ?? workspaces[0]?.directory ?? '';
  const enclaves = workspaces.find((line) => line.directory === directory)?.enclaves ?? [];
  const places: SetupPlaces = {
    directory,
    config: address.get(name('config')) ?? '',
    destination: address.get(name('destination')) ?? '',
    enclave: address.get(name('enclave')) ?? (enclaves.length === 1 ? enclaves[0]!.name : ''),
    state: address.get(name('state')) ?? '',
  };
  const change = (changes: Partial<SetupPlaces>) =>
    setAddress(
      (before) => {
        // What was only suggested is kept as soon as anything is chosen.
        for (const [field, value] of Object.entries({ ...places, ...changes }))
          before.set(name(field as keyof SetupPlaces), value);
        return before;
      },
      { replace: true },
    );
  return [places, change];
}

/** What people call the workspace or folder. */
export function nameOf(directory: string, workspaces: readonly WorkspaceLine[]): string {
  const line = workspaces.find((each) => each.directory === directory);
  return line?.practice ? 'Practice' : (line?.name ?? lastPart(directory));
}

/** The last whole transfer for the enclave of the form. */
export function lastTransfer(
  places: SetupPlaces,
  workspaces: readonly WorkspaceLine[],
): TransferLine | undefined {
  return workspaces
    .find(({ directory }) => directory === places.directory)
    ?.enclaves.find(({ name }) => name === (places.enclave || 'default'))
    ?.transfers.findLast(({ state }) => state === 'complete');
}
