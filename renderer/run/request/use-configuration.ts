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

/** Wait after the last key before the text is checked, ms. */
const CHECK_AFTER_MS = 300;

/** Texts that are not saved, by file: they outlive the screen, not the window. */
const useDrafts = create<Record<string, ConfigurationDraft>>(() => ({}));

function keepDraft(file: string, draft: ConfigurationDraft | undefined): void {
  useDrafts.setState((drafts) => {
    const { [file]: _, ...others } = drafts;
    return draft ? { ...others, [file]: draft } : others;
  }, true);
}

/** Begins a file that does not exist yet. */
export function beginDraft(file: string, text: string): void {
  keepDraft(file, { text });
}

/** Asks before the window is closed over texts that are not saved. */
export function useUnsavedWarning(): void {
  const unsaved = useDrafts((drafts) => Object.keys(drafts).length > 0);
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsaved]);
}

export type EditedConfiguration = ReturnType<typeof useConfiguration>;

/** A configuration file that is edited: read, checked while it is typed, saved only over what was read. */
export function useConfiguration(file: string) {
  const client = useClient();
  const queries = useQueryClient();
  const draft = useDrafts((drafts) => drafts[file]);
  const isNew = isNewFile(draft);
  const read = useAsk('configurations.read', { file }, { enabled: file !== '' && !isNew, staleTime: 0 });
  const [saving, setSaving] = useState(false);
  const [saveError, setSaveError] = useState<unknown>();
  const text = draft?.text ?? read.data?.text;
  const { problems, operators } = useCheck(file, text);

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
      keepDraft(file, draftAfterSave(useDrafts.getState()[file], saved));
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
    /** Undefined until it was read. */
    text,
    /** Not saved: changed, or not there yet. */
    unsaved: isUnsaved(draft, read.data),
    /** Of the text as it is now. */
    problems,
    /** Whether it names operator catalogs; undefined when that cannot be told. */
    operators,
    /** The file cannot be read. */
    error: text === undefined ? read.error : undefined,
    saving,
    /** Why it was not saved. */
    saveError,
    /** Someone else changed the file since it was read. */
    conflict: saveError instanceof ContractError && saveError.failure.code === 'file-changed',
    change: (typed: string) => keepDraft(file, typedDraft(typed, draft, read.data)),
    /** @returns whether the file has the text now */
    save: () => write(draft?.digest),
    /** Saves over what someone else wrote. */
    overwrite: async () => {
      const now = await client.request('configurations.read', { file });
      return write(now.digest);
    },
    /** Drops the changes and reads the file again. */
    reload: async () => {
      setSaveError(undefined);
      await queries.refetchQueries({ queryKey: ['configurations.read', { file }] });
      keepDraft(file, undefined);
    },
  };
}

interface Checked {
  file: string;
  problems: ContractProblem[];
  operators: boolean | undefined;
}

const UNCHECKED: Checked = { file: '', problems: [], operators: undefined };

/** What the engine finds in the text; what it found last stays until the new is there. */
function useCheck(file: string, text: string | undefined): Checked {
  const client = useClient();
  const [found, setFound] = useState(UNCHECKED);
  useEffect(() => {
    if (file === '' || text === undefined) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const { problems, operators } = await client.request(
          'configurations.check',
          { file, text },
          { signal: stop.signal },
        );
        if (!stop.signal.aborted) setFound({ file, problems, operators });
      } catch {
        // The host cannot be asked now: the shell says so, and the next key asks again.
      }
    }, CHECK_AFTER_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [client, file, text]);
  return found.file === file ? found : UNCHECKED;
}
