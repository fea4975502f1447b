import { useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';

/** A change that the router hasn't confirmed yet. */
interface Change {
  parameters: string;
  /** Parameters that the router may still report before it confirms the change. */
  replaced: readonly string[];
}

/**
 * The parameters of the address as state, also for text fields: a change is returned at once, and the router updates the
 * address later. Changes replace the current entry of the browser history.
 */
export function useAddress(): [URLSearchParams, (change: (parameters: URLSearchParams) => void) => void] {
  const location = useLocation();
  const [address, setAddress] = useSearchParams();
  const reported = address.toString();
  const committed = useRef(reported);
  const newest = useRef<Change>(undefined);
  const [shown, setShown] = useState<Change>();
  // Not while rendering: React discards what it renders of a new address when other updates interrupt it, but may derive a
  // later update from the discarded state. The location also changes if its parameters don't.
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the location, only its change matters
  useLayoutEffect(() => {
    committed.current = reported;
    if (newest.current?.replaced.includes(reported) && newest.current.parameters !== reported) return;
    newest.current = undefined;
    setShown(undefined);
  }, [location, reported]);
  const change = (apply: (parameters: URLSearchParams) => void) => {
    const before = newest.current?.parameters ?? committed.current;
    const parameters = new URLSearchParams(before);
    apply(parameters);
    const text = parameters.toString();
    if (text === before) return;
    const replaced = [...(newest.current?.replaced ?? []), before];
    newest.current = { parameters: text, replaced };
    setShown(newest.current);
    setAddress(parameters, { replace: true });
  };
  return [new URLSearchParams(shown?.replaced.includes(reported) ? shown.parameters : reported), change];
}
