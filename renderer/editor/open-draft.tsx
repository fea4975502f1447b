import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { AirlockClient } from '../../core/contract/envelope.ts';
import { useClient } from '../engine/provider.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { Screen } from '../parts/screen.tsx';
import { t } from './messages.ts';

/**
 * Loads the saved draft once when the screen opens, never from the query cache: afterwards the screen has newer changes
 * than the engine. Use a `key` for each draft.
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
  /** Title of the screen if the draft can't be loaded. */
  sentence: string;
  /** Address of the list of all drafts. */
  all: string;
  children: (draft: Draft) => ReactNode;
}) {
  const client = useClient();
  const [round, setRound] = useState(0);
  const [found, setFound] = useState<{ draft: Draft } | { error: unknown }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once, and again on request
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
        title={t('draftError')}
        actions={
          <>
            <button type="button" className="al-link" onClick={() => setRound(round + 1)}>
              {t('reloadDraftButton')}
            </button>
            <Link to={all}>{t('allDraftsButton')}</Link>
          </>
        }
      />
    </Screen>
  );
}
