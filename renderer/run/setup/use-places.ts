import type { WorkflowKind } from '../../../core/contract/topics/vocabulary.ts';
import type { TransferLine, WorkspaceLine } from '../../../core/contract/topics/workspace.ts';
import { useAsk } from '../../engine/requests.ts';
import { useAddress } from '../../parts/use-address.ts';
import type { SetupPlaces } from '../request/setup-fields.ts';
import { lastPart } from '../request/setup-sentence.ts';

/** Names of the places in the address. */
const PARAMETERS: Record<keyof SetupPlaces, string> = {
  directory: 'workspace',
  config: 'config',
  destination: 'destination',
  enclave: 'enclave',
  state: 'state',
};

/** The places of the address; where it names none, what is at hand. `pending`: that is being asked for. */
export function usePlaces(
  workflow: WorkflowKind,
  workspaces: readonly WorkspaceLine[],
): { places: SetupPlaces; change: (changes: Partial<SetupPlaces>) => void; pending: boolean } {
  const [address, changeAddress] = useAddress();
  const name = (field: keyof SetupPlaces) =>
    field === 'directory' && workflow === 'diskToMirror' ? 'from' : PARAMETERS[field];
  const directory = address.get(name('directory')) ?? workspaces[0]?.directory ?? '';
  const enclaves = workspaces.find((line) => line.directory === directory)?.enclaves ?? [];
  // The transfers of a push bring their own; elsewhere the one that was used last is most likely meant.
  const bringsItsOwn = workflow === 'diskToMirror';
  const used = useAsk(
    'configurations.list',
    { workspace: directory },
    { enabled: !bringsItsOwn && directory.startsWith('/') },
  );
  // What is not asked for here may be known all the same: the field asks for the same list.
  const likely = bringsItsOwn ? undefined : used.data?.configurations[0]?.file;
  const places: SetupPlaces = {
    directory,
    config: address.get(name('config')) ?? likely ?? '',
    destination: address.get(name('destination')) ?? '',
    enclave: address.get(name('enclave')) ?? (enclaves.length === 1 ? enclaves[0]!.name : ''),
    state: address.get(name('state')) ?? '',
  };
  const change = (changes: Partial<SetupPlaces>) =>
    changeAddress((parameters) => {
      const elsewhere = changes.directory !== undefined && changes.directory !== directory;
      // What was only suggested is kept as soon as anything is chosen, but another folder has its own.
      const kept = elsewhere ? { destination: places.destination, state: places.state } : places;
      if (elsewhere) for (const field of ['config', 'enclave'] as const) parameters.delete(name(field));
      // What the address says by now is newer than what this change knows.
      for (const [field, value] of Object.entries(kept))
        if (!parameters.has(name(field as keyof SetupPlaces)))
          parameters.set(name(field as keyof SetupPlaces), value);
      for (const [field, value] of Object.entries(changes))
        parameters.set(name(field as keyof SetupPlaces), value);
    });
  return { places, change, pending: used.isLoading };
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
