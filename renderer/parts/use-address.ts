import { useLayoutEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

/**
 * The parameters of the address as state, also for text fields: a change is returned at once, and the router updates the
 * address later. Changes replace the current entry of the browser history.
 */
export function useAddress(): [URLSearchParams, (change: (parameters: URLSearchParams) => void) => void] {
  const [address, setAddress] = useSearchParams();
  const outside = address.toString();
  const [shown, setShown] = useState({ outside, current: outside });
  const newest = useRef(outside);
  /** Addresses that the router hasn't confirmed yet. */
  const written = useRef<string[]>([]);
  if (outside !== shown.outside) {
    const isOwn = written.current.includes(outside);
    setShown(({ current }) => ({ outside, current: isOwn ? current : outside }));
  }
  // Not while rendering: React discards what it rendered of a new address if other updates interrupt it.
  useLayoutEffect(() => {
    const own = written.current.indexOf(outside);
    if (own >= 0) written.current.splice(0, own + 1);
    else {
      written.current = [];
      newest.current = outside;
    }
  }, [outside]);
  const change = (apply: (parameters: URLSearchParams) => void) => {
    const parameters = new URLSearchParams(newest.current);
    apply(parameters);
    const text = parameters.toString();
    if (text === newest.current) return;
    newest.current = text;
    written.current.push(text);
    setShown((before) => ({ ...before, current: text }));
    setAddress(parameters, { replace: true });
  };
  return [new URLSearchParams(shown.current), change];
}
