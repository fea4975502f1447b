import { openSealedJson, sealedJson } from '../../base/files/sealed-records.ts';
import type { Workspace } from '../../store/workspace/workspace.ts';

/**
 * Pushed images that weren't verified, as `repository:tag`. The next push verifies them, whether it finds them at the
 * registry or pushes them again.
 */
export interface UnverifiedImages {
  readonly names: ReadonlySet<string>;
  /** Replaces the saved names. @throws AirlockError `disk`, `disk-full` */
  save(names: Iterable<string>): Promise<void>;
}

/** Reads `.airlock/pushed/<host>-unverified.json` of the workspace or state folder that pushed. A damaged file counts as "none". */
export async function unverifiedImages(
  { state }: Pick<Workspace, 'state'>,
  host: string,
): Promise<UnverifiedImages> {
  const name = `pushed/${host.replace(/[^a-z0-9.-]/gi, '-')}-unverified.json`;
  const saved = openSealedJson(await state.read(name), name);
  const names = new Set(Array.isArray(saved) ? saved.filter((each) => typeof each === 'string') : []);
  let empty = names.size === 0;
  return {
    names,
    async save(next) {
      const sorted = [...next].sort();
      if (empty && sorted.length === 0) return;
      await state.write(name, sealedJson(sorted));
      empty = sorted.length === 0;
    },
  };
}
