import { absolutePath } from './absolute-path.ts';
import type { HandlersOf } from './handlers.ts';
import type { ServiceState } from './state.ts';
import { workTicker } from './work-ticker.ts';

export function transferHandlers({ emit }: ServiceState): HandlersOf<'transfers'> {
  return {
    'transfers.verify': async ({ directory, ticket }, { signal }) => {
      const { verifySource } = await import('../archive/verify.ts');
      const path = absolutePath(directory, 'directory');
      const tell = workTicker(emit, { ticket, phase: 'verify', detail: path, unit: 'bytes' });
      const { ok, blobs, bytes, problems } = await verifySource(path, {
        signal,
        onProgress: ({ bytes: done, total }) => tell(done, total),
      });
      tell(bytes, bytes, { last: true });
      return {
        ok,
        blobs,
        bytes,
        problems: problems.map(({ kind, digest = '', file, images }) => ({ kind, digest, file, images })),
      };
    },
  };
}
