import type { RequestInput } from '../../../core/contract/contract.ts';
import type { ContractOperatorAnswer } from '../../../core/contract/topics/operator-upgrades.ts';
import { catalogsIn } from '../question/catalogs.ts';

/** The fields of the question, which are parameters of the address. */
const FIELDS = ['catalogs', 'package', 'from', 'to', 'channel', 'subscribed'] as const;
export type OperatorFields = Record<(typeof FIELDS)[number], string>;

type Nearest = NonNullable<ContractOperatorAnswer['rejection']>['nearest'][number];

/** Returns the question of an address. */
export function fieldsIn(query: URLSearchParams): OperatorFields {
  return Object.fromEntries(FIELDS.map((name) => [name, query.get(name) ?? ''])) as OperatorFields;
}

/** Returns the request for a question, or undefined without a catalog or package. */
export function operatorRequest(
  fields: OperatorFields,
  workspace: string | undefined,
): Omit<RequestInput<'upgrades.operator'>, 'ticket'> | undefined {
  const catalogs = catalogsIn(fields.catalogs);
  if (catalogs.length === 0 || fields.package === '') return undefined;
  return {
    catalogs,
    package: fields.package,
    workspace,
    from: fields.from || undefined,
    to: fields.to || undefined,
    channel: fields.channel || undefined,
    subscribed: fields.subscribed || undefined,
  };
}

/** Returns the channels to choose from, including the one that is already chosen. */
export function channelChoices(
  chosen: string,
  channels: readonly string[],
  none: string,
): [value: string, label: string][] {
  const known = chosen && !channels.includes(chosen) ? [chosen, ...channels] : channels;
  return [['', none], ...known.map((channel): [string, string] => [channel, channel])];
}

/** Returns the change of the question for one of the closest options. */
export function changeTo({ kind, name, channel }: Nearest): Partial<OperatorFields> {
  if (kind === 'leads-to-target' || kind === 'similar') return { from: name };
  return kind === 'reached' && channel ? { to: name, channel } : { to: name };
}
