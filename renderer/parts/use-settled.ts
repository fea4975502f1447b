import { useEffect, useState } from 'react';

/** Returns a value once it hasn't changed for `ms`. Equal contents don't count as a change. */
export function useSettled<T>(value: T, ms: number): T {
  const text = JSON.stringify(value);
  const [settled, setSettled] = useState({ value, text });
  useEffect(() => {
    if (text === settled.text) return undefined;
    const timer = setTimeout(() => setSettled({ value: JSON.parse(text) as T, text }), ms);
    return () => clearTimeout(timer);
  }, [text, ms, settled.text]);
  return settled.value;
}
