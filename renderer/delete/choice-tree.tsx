import { SearchInput } from '@patternfly/react-core/dist/esm/components/SearchInput';
import { AngleDownIcon } from '@patternfly/react-icons/dist/esm/icons/angle-down-icon';
import { AngleRightIcon } from '@patternfly/react-icons/dist/esm/icons/angle-right-icon';
import { CheckSquareIcon } from '@patternfly/react-icons/dist/esm/icons/check-square-icon';
import { MinusSquareIcon } from '@patternfly/react-icons/dist/esm/icons/minus-square-icon';
import { OutlinedSquareIcon } from '@patternfly/react-icons/dist/esm/icons/outlined-square-icon';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { DeleteChoiceLine } from '../../core/contract/topics/deletes.ts';
import { type ChoiceRow, choiceRows, toggled, usedBy } from './choice-rows.ts';
import { t } from './messages.ts';

const KINDS: Record<DeleteChoiceLine['kind'], string> = {
  release: t('releaseKind'),
  graph: t('graphKind'),
  catalog: t('catalogKind'),
  package: t('packageKind'),
  channel: t('channelKind'),
  bundle: t('bundleKind'),
  image: t('imageKind'),
  chart: t('chartKind'),
};
/** More rows make every key slow. A search finds the others. */
const MOST_ROWS = 500;
const BOXES = { on: CheckSquareIcon, some: MinusSquareIcon, off: OutlinedSquareIcon } as const;

/** The mirrored content as a tree: arrow keys move and open, the space bar selects. */
export function ChoiceTree({
  choices,
  chosen,
  onChange,
}: {
  choices: readonly DeleteChoiceLine[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: Set<string>) => void;
}) {
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => firstOpen(choices));
  const [active, setActive] = useState(choices[0]?.id);
  const tree = useRef<HTMLDivElement>(null);
  const moved = useRef(false);
  const found = choiceRows(choices, chosen, opened, search);
  const rows = found.slice(0, MOST_ROWS);
  const at = Math.max(
    0,
    rows.findIndex(({ choice }) => choice.id === active),
  );
  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    tree.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  });
  const move = (to: number) => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, to))];
    if (!row) return;
    moved.current = true;
    setActive(row.choice.id);
  };
  const open = ({ choice }: ChoiceRow, wanted: boolean) => {
    const next = new Set(opened);
    if (wanted) next.add(choice.id);
    else next.delete(choice.id);
    setOpened(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[at];
    if (!row || event.altKey || event.ctrlKey || event.metaKey) return;
    const act: Record<string, () => void> = {
      ArrowDown: () => move(at + 1),
      ArrowUp: () => move(at - 1),
      Home: () => move(0),
      End: () => move(rows.length - 1),
      ArrowRight: () => (row.choice.children.length > 0 && !row.open ? open(row, true) : move(at + 1)),
      ArrowLeft: () => (row.open ? open(row, false) : move(parentOf(rows, at))),
      ' ': () => onChange(toggled(chosen, row.choice)),
      Enter: () => onChange(toggled(chosen, row.choice)),
    };
    const does = act[event.key];
    if (!does) return;
    event.preventDefault();
    does();
  };
  return (
    <>
      <div className="al-in al-delete-search">
        <SearchInput
          aria-label={t('searchLabel')}
          placeholder={t('searchPlaceholder')}
          value={search}
          onChange={(_event, text) => setSearch(text)}
          onClear={() => setSearch('')}
        />
      </div>
      {rows.length === 0 && <p className="al-in al-sub">{t('noMatchText')}</p>}
      <div
        ref={tree}
        className="al-delete-tree"
        role="tree"
        aria-label={t('treeTip')}
        aria-multiselectable="true"
        onKeyDown={onKeyDown}
      >
        {rows.map((row, index) => (
          <TreeRow
            key={row.choice.id}
            row={row}
            active={index === at}
            onOpen={() => {
              setActive(row.choice.id);
              open(row, !row.open);
            }}
            onToggle={() => {
              setActive(row.choice.id);
              onChange(toggled(chosen, row.choice));
            }}
          />
        ))}
      </div>
      {found.length > rows.length && (
        <p className="al-in al-sub al-small">{t('moreRowsText', { rows: found.length - rows.length })}</p>
      )}
    </>
  );
}

function TreeRow({
  row: { choice, level, open, state, at, of },
  active,
  onOpen,
  onToggle,
}: {
  row: ChoiceRow;
  active: boolean;
  onOpen: () => void;
  onToggle: () => void;
}) {
  const Box = BOXES[state];
  const Angle = open ? AngleDownIcon : AngleRightIcon;
  return (
    // The tree handles the keys of all its items.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      role="treeitem"
      aria-level={level}
      aria-setsize={of}
      aria-posinset={at}
      aria-checked={state === 'some' ? 'mixed' : state === 'on'}
      aria-expanded={choice.children.length > 0 ? open : undefined}
      tabIndex={active ? 0 : -1}
      className="al-delete-row"
      style={{ paddingInlineStart: `${10 + (level - 1) * 20}px` }}
      onClick={onToggle}
    >
      {choice.children.length > 0 ? (
        <span
          className="al-delete-angle"
          aria-hidden="true"
          onClick={(event) => {
            event.stopPropagation();
            onOpen();
          }}
        >
          <Angle />
        </span>
      ) : (
        <span className="al-delete-angle" aria-hidden="true" />
      )}
      <span className={`al-delete-box al-delete-box-${state}`} aria-hidden="true">
        <Box />
      </span>
      <span className="al-sub">{KINDS[choice.kind]}</span>
      <span className="al-delete-name">
        <span className="al-cut al-strong" title={choice.name}>
          {choice.name}
        </span>
        {choice.requestedBy.length > 1 && (
          <span className="al-cut al-sub al-small" title={usedBy(choice)}>
            {usedBy(choice)}
          </span>
        )}
      </span>
      <span className="al-sub al-num al-end al-nowrap">{t('imagesNote', { images: choice.images })}</span>
    </div>
  );
}

/** Returns what is open at first: a single catalog, because its operators are usually selected. */
function firstOpen(choices: readonly DeleteChoiceLine[]): Set<string> {
  const catalogs = choices.filter(({ kind }) => kind === 'catalog');
  return new Set(catalogs.length === 1 ? [catalogs[0]!.id] : []);
}

function parentOf(rows: readonly ChoiceRow[], at: number): number {
  const level = rows[at]!.level;
  for (let index = at - 1; index >= 0; index--) if (rows[index]!.level < level) return index;
  return at;
}
