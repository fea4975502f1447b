import { useMemo } from 'react';
import { type ImageSetView, imageSetView } from '../../../core/contract/documents/image-set-form.ts';
import { useDraft } from './use-draft.tsx';

/** Returns the content of the text for forms; while the text doesn't parse, its last valid content. */
export function useImageSet(): ImageSetView {
  const { readable } = useDraft();
  return useMemo(() => imageSetView(readable), [readable]);
}
