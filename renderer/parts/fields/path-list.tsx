import { FolderIcon } from '@patternfly/react-icons/dist/esm/icons/folder-icon';
import { LevelUpAltIcon } from '@patternfly/react-icons/dist/esm/icons/level-up-alt-icon';
import { OutlinedFileIcon } from '@patternfly/react-icons/dist/esm/icons/outlined-file-icon';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { t } from '../messages.ts';
import { listPlace } from './path-suggestions.ts';
import type { PathListState } from './use-path-list.ts';

const ICONS = { directory: FolderIcon, file: OutlinedFileIcon, up: LevelUpAltIcon } as const;

interface PathListProps {
  /** Of the field. */
  id: string;
  list: Pick<PathListState, 'input' | 'suggestions' | 'active' | 'truncated' | 'choose'>;
}

/** Shown in the top layer, so that dialogs and scrolled elements don't clip it. */
export function PathList({ id, list: { input, suggestions, active, truncated, choose } }: PathListProps) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = list.current;
    const place = () => {
      const field = input.current?.getBoundingClientRect();
      if (!field || !element) return;
      Object.assign(element.style, listPlace(field, window.innerHeight));
    };
    element?.showPopover();
    place();
    window.addEventListener('scroll', place, true);
    window.addEventListener('resize', place);
    return () => {
      window.removeEventListener('scroll', place, true);
      window.removeEventListener('resize', place);
    };
  }, [input]);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });
  return (
    <div className="al-paths" popover="manual" ref={list}>
      <div id={`${id}-list`} role="listbox" aria-label={t('pathsLabel')}>
        {suggestions.map((suggestion, index) => {
          const Icon = ICONS[suggestion.kind];
          return (
            // The focus stays in the field, whose arrow keys move (aria-activedescendant).
            // biome-ignore lint/a11y/useKeyWithClickEvents: see above
            // biome-ignore lint/a11y/useFocusableInteractive: see above
            <div
              key={suggestion.path}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(suggestion)}
            >
              <Icon />
              <span className="al-cut">
                {suggestion.kind === 'up'
                  ? t('parentDirectory', { folder: suggestion.name })
                  : suggestion.name}
              </span>
            </div>
          );
        })}
      </div>
      {truncated && <p className="al-small al-sub">{t('morePathsNote')}</p>}
    </div>
  );
}
