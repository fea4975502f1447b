import type { WorkflowKind } from '../../../core/contract/topics/vocabulary.ts';
import type { WorkspaceLine } from '../../../core/contract/topics/workspace.ts';
import { useAsk } from '../../engine/requests.ts';
import { useAddress } from '../../parts/use-address.ts';
import type { SetupPlaces } from '../request/setup-fields.ts';
import { placesOf, writePlaces } from '../request/setup-places.ts';

/** Returns the places of the address, with defaults for missing ones. `pending`: the defaults aren't known yet. */
export function usePlaces(
  workflow: WorkflowKind,
  workspaces: readonly WorkspaceLine[],
): { places: SetupPlaces; change: (changes: Partial<SetupPlaces>) => void; pending: boolean } {
  const [address, changeAddress] = useAddress();
  const { directory } = placesOf(workflow, address, workspaces, undefined);
  // The transfers of a push contain their own. Elsewhere, the default is the one that was used last.
  const hasOwn = workflow === 'diskToMirror';
  const used = useAsk(
    'configurations.list',
    { workspace: directory },
    { enabled: !hasOwn && directory.startsWith('/') },
  );
  // Even without this query, the list may be known, because the field queries it too.
  const likely = hasOwn ? undefined : used.data?.configurations[0]?.file;
  const practice = useAsk('practice.state', {}, { enabled: hasOwn });
  const places = placesOf(workflow, address, workspaces, likely, practice.data);
  const change = (changes: Partial<SetupPlaces>) =>
    changeAddress((parameters) => writePlaces(workflow, parameters, places, changes));
  return { places, change, pending: used.isLoading };
}
