import type { WorkflowKind } from '../../../core/contract/topics/vocabulary.ts';
import type { WorkspaceLine } from '../../../core/contract/topics/workspace.ts';
import { useAsk } from '../../engine/requests.ts';
import { useAddress } from '../../parts/use-address.ts';
import type { SetupPlaces } from '../request/setup-fields.ts';
import { placesOf, writePlaces } from '../request/setup-places.ts';

/** The places of the address; where it names none, what is at hand. `pending`: that is being asked for. */
export function usePlaces(
  workflow: WorkflowKind,
  workspaces: readonly WorkspaceLine[],
): { places: SetupPlaces; change: (changes: Partial<SetupPlaces>) => void; pending: boolean } {
  const [address, changeAddress] = useAddress();
  const { directory } = placesOf(workflow, address, workspaces, undefined);
  // The transfers of a push bring their own; elsewhere the one that was used last is most likely meant.
  const bringsItsOwn = workflow === 'diskToMirror';
  const used = useAsk(
    'configurations.list',
    { workspace: directory },
    { enabled: !bringsItsOwn && directory.startsWith('/') },
  );
  // What is not asked for here may be known all the same: the field asks for the same list.
  const likely = bringsItsOwn ? undefined : used.data?.configurations[0]?.file;
  const places = placesOf(workflow, address, workspaces, likely);
  const change = (changes: Partial<SetupPlaces>) =>
    changeAddress((parameters) => writePlaces(workflow, parameters, places, changes));
  return { places, change, pending: used.isLoading };
}
