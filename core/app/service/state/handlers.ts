import type { RequestName, RequestOutput, RequestParsed } from '../../../contract/contract.ts';
import type { Session } from '../../../contract/topics/session.ts';

export interface RequestContext {
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal;
  /** Whose request it is; the service always gives it. */
  session?: Session;
}

/** Answers one request. Throws AirlockErrors; everything else becomes `internal`. */
export type Handler<N extends RequestName> = (
  input: RequestParsed<N>,
  context: RequestContext,
) => Promise<Unchangeable<RequestOutput<N>>>;

/** A value of the engine that nobody changes on its way into an answer. */
type Unchangeable<T> = T extends readonly (infer Entry)[]
  ? readonly Unchangeable<Entry>[]
  : T extends object
    ? { readonly [K in keyof T]: Unchangeable<T[K]> }
    : T;

/** A handler for every request of the contract. */
export type Handlers = { [N in RequestName]: Handler<N> };

/**
 * The handlers of one or several topics (`settings` for `settings.read` and `settings.write`). Each topic has one
 * module, so a request cannot have two handlers, and the join in service.ts does not compile while one is missing.
 */
export type HandlersOf<Topic extends string> = {
  [N in RequestName as N extends `${Topic}.${string}` ? N : never]: Handler<N>;
};
