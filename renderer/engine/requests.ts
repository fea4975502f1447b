import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { mayRequest, refusalOf } from '../../core/contract/access.ts';
import type { RequestInput, RequestName, RequestOutput } from '../../core/contract/contract.ts';
import { present } from '../../core/contract/documents/present.ts';
import { useClient } from './provider.tsx';

interface AskOptions {
  enabled?: boolean;
  /** ms after which a new look is due; 0: at once. */
  staleTime?: number;
  /** Ask again every so many ms. */
  every?: number | false;
  /** Show the answer to the former input until the new one is there. */
  keep?: boolean;
}

/** The answer to a request that only reads; cached by name and input, and kept in step by events (provider.tsx). */
export function useAsk<N extends RequestName>(
  name: N,
  input: RequestInput<N>,
  options: AskOptions = {},
): UseQueryResult<RequestOutput<N>> {
  const client = useClient();
  return useQuery({
    queryKey: [name, input],
    queryFn: ({ signal }) => client.request(name, input, { signal }),
    enabled: options.enabled ?? true,
    // An option that is undefined would replace the default of the provider.
    ...present({ staleTime: options.staleTime }),
    refetchInterval: options.every || undefined,
    placeholderData: options.keep ? keepPreviousData : undefined,
  }) as UseQueryResult<RequestOutput<N>>;
}

/** A request that does something; `mutate(input)`. */
export function useDo<N extends RequestName>(
  name: N,
): UseMutationResult<RequestOutput<N>, Error, RequestInput<N>> {
  const client = useClient();
  return useMutation({ mutationFn: (input: RequestInput<N>) => client.request(name, input) });
}

/** Returns why this session may not make a request, or undefined when it may. */
export function useRefusal(name: RequestName): string | undefined {
  const role = useAsk('host.describe', {}).data?.session.role ?? 'operator';
  return mayRequest(role, name) ? undefined : refusalOf(role);
}
