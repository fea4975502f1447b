import { useState } from 'react';
import type { AirlockClient } from '../../core/contract/envelope.ts';
import { useClient } from '../engine/provider.tsx';
import { savePage } from '../parts/save-picture.ts';

/** Returns a function that saves a page of the engine for printing. @param name of the file, without extension */
export function usePrintedPage(
  name: string,
  request: (client: AirlockClient) => Promise<{ html: string }>,
): { save: () => void; error: unknown } {
  const client = useClient();
  const [error, setError] = useState<unknown>();
  const save = async () => {
    try {
      const { html } = await request(client);
      savePage(html, name);
      setError(undefined);
    } catch (thrown) {
      setError(thrown);
    }
  };
  return { save: () => void save(), error };
}
