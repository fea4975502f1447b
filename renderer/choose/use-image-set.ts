import { useMemo } from 'react';
import { type ImageSetView, imageSetView } from '../../core/contract/image-set-form.ts';
import { useDraft } from './use-draft.tsx';

/** What the text says, as forms show it. */
export function useImageSet(): ImageSetView {
  const { doc } = useDraft();
  return useMemo(() => imageSetView(doc), [doc]);
}
