import { useEffect, useState } from 'react';

/** A value that follows another one when that has not changed for so many ms. Equal contents are no change. */
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
