import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { mayRequest, rejectionOf } from '../../core/contract/access.ts';
import type { RequestInput, RequestName, RequestOutput } from '../../core/contract/contract.ts';
import { present } from '../../core/contract/documents/present.ts';
import { useClient } from './provider.tsx';

interface AskOptions {
  enabled?: boolean;
  /** Time after which an answer is requested again, ms; 0: immediately. */
  staleTime?: number;
  /** Interval of repeated requests, ms. */
  every?: number | false;
  /** Return the answer to the former input until the new one arrives. */
  keep?: boolean;
}

/** Sends a request that only reads. The answer is cached by name and input, and updated by events (provider.tsx). */
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

/**
 * Returns a request that changes something; `mutate(input)` sends it. With `inOrder`, a request is sent after the former of the
 * same name was answered, so that the last one wins.
 */
export function useDo<N extends RequestName>(
  name: N,
  { inOrder = false }: { inOrder?: boolean } = {},
): UseMutationResult<RequestOutput<N>, Error, RequestInput<N>> {
  const client = useClient();
  return useMutation({
    mutationFn: (input: RequestInput<N>) => client.request(name, input),
    ...present({ scope: inOrder ? { id: name } : undefined }),
  });
}

/** Returns why this session can't send a request, or undefined if it can. */
export function useRejection(name: RequestName): string | undefined {
  const role = useAsk('host.describe', {}).data?.session.role ?? 'operator';
  return mayRequest(role, name) ? undefined : rejectionOf(role);
}
