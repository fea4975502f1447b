import { useMemo } from 'react';
import { type ImageSetView, imageSetView } from '../../../core/contract/documents/image-set-form.ts';
import { useDraft } from './use-draft.tsx';

/** What the text says, as forms show it; while it cannot be read, what it said before. */
export function useImageSet(): ImageSetView {
  const { readable } = useDraft();
  return useMemo(() => imageSetView(readable), [readable]);
}
