import type { Inventory } from '../../../content/inventory/inventory.ts';
import type { RequestParsed } from '../../../contract/contract.ts';
import { mergeGraphs } from '../../../upgrade/ocp/graph.ts';
import { suggestConfiguration } from '../../../upgrade/suggest/suggest.ts';
import type { ServiceState } from '../state/state.ts';
import { savedGraphs } from '../upgrades/upgrade-graphs.ts';
import { upgradeHandlers } from '../upgrades/upgrades.ts';
import type { Planners } from './planners.ts';

type Start = Extract<RequestParsed<'drafts.start'>, { kind: 'inventory' }>;

/**
 * Returns the configuration for what is installed, from saved graphs and catalogs. It downloads nothing. The reasons
 * include what isn't known.
 * @throws AirlockError `upgrade-path` when the saved graph contains no path; `usage`, `disk`
 */
export async function suggestedDraft(
  { inventory, to, workspace }: Start,
  state: ServiceState,
  planners: Planners,
  signal: AbortSignal,
): Promise<{ text: string; reasons: string[]; from?: string }> {
  const architecture = 'amd64';
  const { graphs } = await savedGraphs({ architecture, workspace }, state.hostFor(workspace), signal);
  const inUse =
    workspace === undefined
      ? []
      : (await upgradeHandlers(state)['upgrades.catalogs']({ workspace }, { signal })).catalogs;
  const planner = await planners.of(workspace);
  const { text, reasons, problems } = await suggestConfiguration(
    {
      inventory: stated(inventory),
      to: to.trim(),
      architecture,
      inUse,
      graph: graphs.length > 0 ? mergeGraphs(graphs) : undefined,
    },
    async (name) => {
      const known = await planner.catalog(name, { signal });
      return known && { name, index: known.index };
    },
    { signal },
  );
  return {
    text,
    reasons: [
      ...reasons.map(({ entry, why }) => `${entry}: ${why}`),
      ...problems.map(({ message }) => message),
    ],
    from: inventory.openShift?.trim() || undefined,
  };
}

/** Removes empty fields of a form. */
function stated({ openShift, channel, operators }: Start['inventory']): Inventory {
  const reported = (text: string | undefined): string | undefined => text?.trim() || undefined;
  const complete = <T extends object>(fields: T) =>
    Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
      [K in keyof T]?: NonNullable<T[K]>;
    };
  return {
    ...complete({ openShift: reported(openShift), channel: reported(channel) }),
    operators: operators.map((each) => ({
      package: each.package.trim(),
      ...complete({
        version: reported(each.version),
        bundle: reported(each.bundle),
        channel: reported(each.channel),
        catalog: reported(each.catalog),
      }),
    })),
  };
}
