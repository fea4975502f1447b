import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { create } from 'zustand';
import { ContractError } from '../../../core/contract/contract-error.ts';
import type { ContractProblem } from '../../../core/contract/topics/vocabulary.ts';
import { useClient } from '../../engine/provider.tsx';
import { useAsk } from '../../engine/requests.ts';
import {
  type ConfigurationDraft,
  draftAfterSave,
  isNewFile,
  isUnsaved,
  typedDraft,
} from './configuration-draft.ts';
import type { Selected } from './setup-fields.ts';

/** Wait after the last keystroke before the text is checked, ms. */
const CHECK_AFTER_MS = 300;

/** Unsaved texts, by file. They outlive the screen, but not the window. */
const useDrafts = create<Record<string, ConfigurationDraft>>(() => ({}));

function setDraft(file: string, draft: ConfigurationDraft | undefined): void {
  useDrafts.setState((drafts) => {
    const { [file]: _, ...others } = drafts;
    return draft ? { ...others, [file]: draft } : others;
  }, true);
}

/** Starts a draft for a file that doesn't exist yet. */
export function beginDraft(file: string, text: string): void {
  setDraft(file, { text });
}

/** Warns before the window is closed with unsaved texts. */
export function useUnsavedWarning(): void {
  const unsaved = useDrafts((drafts) => Object.keys(drafts).length > 0);
  useEffect(() => {
    if (!unsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [unsaved]);
}

export type EditedConfiguration = ReturnType<typeof useConfiguration>;

/** Reads, checks and saves a configuration file. It is saved only over the version that was read. */
export function useConfiguration(file: string) {
  const client = useClient();
  const queries = useQueryClient();
  const draft = useDrafts((drafts) => drafts[file]);
  const isNew = isNewFile(draft);
  const read = useAsk('configurations.read', { file }, { enabled: file !== '' && !isNew, staleTime: 0 });
  const [saving, setSaving] = useState(false);
  const [saveError, setSaveError] = useState<unknown>();
  const text = draft?.text ?? read.data?.text;
  const { problems, selected } = useCheck(file, text);

  const write = async (digest: string | undefined): Promise<boolean> => {
    if (text === undefined) return false;
    setSaving(true);
    setSaveError(undefined);
    try {
      const saved = {
        text,
        digest: (await client.request('configurations.save', { file, text, digest })).digest,
      };
      queries.setQueryData(['configurations.read', { file }], { file, ...saved });
      setDraft(file, draftAfterSave(useDrafts.getState()[file], saved));
      void queries.invalidateQueries({ queryKey: ['configurations.list'] });
      return true;
    } catch (error) {
      setSaveError(error);
      return false;
    } finally {
      setSaving(false);
    }
  };
  return {
    file,
    /** Undefined until the file was read. */
    text,
    /** Changed, or not on disk yet. */
    unsaved: isUnsaved(draft, read.data),
    /** Problems of the current text. */
    problems,
    /** What the configuration selects. */
    selected,
    /** Why the file can't be read. */
    error: text === undefined ? read.error : undefined,
    saving,
    /** Why the file wasn't saved. */
    saveError,
    /** The file was changed on disk since it was read. */
    conflict: saveError instanceof ContractError && saveError.failure.code === 'file-changed',
    change: (typed: string) => setDraft(file, typedDraft(typed, draft, read.data)),
    /** @returns whether the file has the text now */
    save: () => write(draft?.digest),
    /** Overwrites the changes on disk. */
    overwrite: async () => {
      const now = await client.request('configurations.read', { file });
      return write(now.digest);
    },
    /** Discards the unsaved changes and reads the file again. */
    reload: async () => {
      setSaveError(undefined);
      await queries.refetchQueries({ queryKey: ['configurations.read', { file }] });
      setDraft(file, undefined);
    },
  };
}

interface Checked {
  file: string;
  problems: ContractProblem[];
  selected: Selected;
}

const UNCHECKED: Checked = { file: '', problems: [], selected: {} };

/** Returns the engine's findings in the text. The last findings remain until the next check ends. */
function useCheck(file: string, text: string | undefined): Checked {
  const client = useClient();
  const [found, setFound] = useState(UNCHECKED);
  useEffect(() => {
    if (file === '' || text === undefined) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const { problems, operators, graph } = await client.request(
          'configurations.check',
          { file, text },
          { signal: stop.signal },
        );
        if (!stop.signal.aborted) setFound({ file, problems, selected: { operators, graph } });
      } catch {
        // The host is unreachable. The shell shows it, and the next keystroke retries.
      }
    }, CHECK_AFTER_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [client, file, text]);
  return found.file === file ? found : UNCHECKED;
}
