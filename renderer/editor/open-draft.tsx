import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { AirlockClient } from '../../core/contract/envelope.ts';
import { useClient } from '../engine/provider.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { Screen } from '../parts/screen.tsx';

/**
 * A draft as it is kept when the screen opens, never an earlier answer: from then on the screen knows better. Another
 * draft is another one of these (`key`).
 */
export function OpenDraft<Draft>({
  read,
  eyebrow,
  sentence,
  all,
  children,
}: {
  read: (client: AirlockClient, signal: AbortSignal) => Promise<Draft>;
  eyebrow: string;
  /** The title of what is shown when it cannot be read. */
  sentence: string;
  /** Where all drafts are. */
  all: string;
  children: (draft: Draft) => ReactNode;
}) {
  const client = useClient();
  const [round, setRound] = useState(0);
  const [found, setFound] = useState<{ draft: Draft } | { error: unknown }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, and anew when it is asked for
  useEffect(() => {
    const stop = new AbortController();
    read(client, stop.signal).then(
      (draft) => setFound({ draft }),
      (error: unknown) => {
        if (!stop.signal.aborted) setFound({ error });
      },
    );
    return () => stop.abort();
  }, [client, round]);
  if (!found) return <div className="al-screen" aria-busy="true" />;
  if ('draft' in found) return children(found.draft);
  return (
    <Screen eyebrow={[eyebrow]} sentence={sentence}>
      <FailureAlert
        error={found.error}
        title="The draft was not read"
        actions={
          <>
            <button type="button" className="al-link" onClick={() => setRound(round + 1)}>
              Read it again
            </button>
            <Link to={all}>See all drafts</Link>
          </>
        }
      />
    </Screen>
  );
}
