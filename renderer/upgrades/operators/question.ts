import type { RequestInput } from '../../../core/contract/contract.ts';
import type { ContractOperatorAnswer } from '../../../core/contract/topics/operator-upgrades.ts';
import { catalogsIn } from '../question/catalogs.ts';

/** Fields of the question, as the address holds them. */
const FIELDS = ['catalogs', 'package', 'from', 'to', 'channel', 'subscribed'] as const;
export type OperatorFields = Record<(typeof FIELDS)[number], string>;

type Nearest = NonNullable<ContractOperatorAnswer['refusal']>['nearest'][number];

/** The question that an address holds. */
export function fieldsIn(query: URLSearchParams): OperatorFields {
  return Object.fromEntries(FIELDS.map((name) => [name, query.get(name) ?? ''])) as OperatorFields;
}

/** What is asked of the engine; undefined without a catalog and a package. */
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

/** The channels to choose from; one that was chosen before stays among them. */
export function channelChoices(
  chosen: string,
  channels: readonly string[],
  none: string,
): [value: string, label: string][] {
  const known = chosen && !channels.includes(chosen) ? [chosen, ...channels] : channels;
  return [['', none], ...known.map((channel): [string, string] => [channel, channel])];
}

/** The question that has what is nearest to an answer. */
export function changeTo({ kind, name, channel }: Nearest): Partial<OperatorFields> {
  if (kind === 'leads-there' || kind === 'similar') return { from: name };
  return kind === 'reached' && channel ? { to: name, channel } : { to: name };
}
