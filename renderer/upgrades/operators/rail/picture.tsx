// biome-ignore-all lint/a11y/useSemanticElements: SVG has no HTML buttons
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import type { OperatorRail } from '../../../../core/contract/topics/operator-upgrades.ts';
import { t } from './messages.ts';
import { firstStop, nextStop, type RailNode, type RailStop, sameStop } from './moves.ts';
import { isFound, type RailShape, railShape } from './shape.ts';
import { railWords } from './words.ts';

/**
 * Draws a channel with its head at the top: `replaces` as a line, skipped versions next to it, skip ranges as brackets.
 * Tab selects one version, and arrow keys move.
 */
export function OperatorRailPicture({
  rail,
  found,
  marked,
  opened,
  onMark,
  onOpen,
}: {
  rail: OperatorRail;
  found: string;
  /** The stop that the keyboard selected. */
  marked: RailStop | undefined;
  /** The stop that the panel shows. */
  opened: RailStop | undefined;
  onMark: (stop: RailStop) => void;
  onOpen: (stop: RailStop) => void;
}) {
  const drawing = useRef<SVGSVGElement>(null);
  const walked = useRef(false);
  const shape = railShape(rail);
  const stop = marked ?? firstStop(rail);
  useEffect(() => {
    if (!walked.current || !marked) return;
    walked.current = false;
    drawing.current?.querySelector<SVGGElement>(`[data-stop="${CSS.escape(keyOf(marked))}"]`)?.focus();
  }, [marked]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!stop) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onOpen(stop);
      return;
    }
    if (!KEYS.includes(event.key)) return;
    event.preventDefault();
    const next = nextStop(rail, stop, event.key);
    if (!next) return;
    walked.current = true;
    onMark(next);
  };
  const button = (each: RailStop, label: string, children: ReactNode) => (
    <g
      key={keyOf(each)}
      className="al-rail-stop"
      role="button"
      tabIndex={sameStop(each, stop) ? 0 : -1}
      data-stop={keyOf(each)}
      aria-label={label}
      aria-pressed={sameStop(each, opened)}
      onFocus={() => {
        if (!sameStop(each, marked)) onMark(each);
      }}
      onClick={() => {
        onMark(each);
        onOpen(each);
      }}
    >
      {children}
    </g>
  );
  return (
    <svg
      ref={drawing}
      className="al-rail"
      role="group"
      aria-label={t('diagramName', { channel: rail.channel, catalog: rail.catalog, versions: rail.rows })}
      viewBox={`0 0 ${shape.width} ${shape.height}`}
      style={{ width: shape.width, height: shape.height }}
      onKeyDown={onKeyDown}
    >
      {shape.brackets.map(({ entry, skipRange, takes, isOnPath, d }) =>
        button(
          { kind: 'range', name: entry },
          t('rangeStop', { range: skipRange, entry, versions: takes.length }),
          <>
            <title>{t('rangeTip', { entry, range: skipRange })}</title>
            <path className="al-rail-halo" d={d} />
            <path className={isOnPath ? 'al-rail-line al-rail-path' : 'al-rail-line'} d={d} />
          </>,
        ),
      )}
      {shape.lines.map(({ kind, from, to, isOnPath, d }) => (
        <path
          key={`${kind} ${from} ${to}`}
          className={`al-rail-line al-rail-${kind}${isOnPath ? ' al-rail-path' : ''}`}
          d={d}
        >
          <title>{t(kind === 'replaces' ? 'replacesTip' : 'skipsTip', { from, to })}</title>
        </path>
      ))}
      {shape.dots.map((dot) =>
        button(
          { kind: 'version', name: dot.node.name },
          labelOf(dot.node),
          <Version dot={dot} names={shape.names} hit={isFound(dot.node, found)} />,
        ),
      )}
    </svg>
  );
}

/** Draws a version with its state. */
function Version({
  dot: { node, x, y, radius },
  names,
  hit,
}: {
  dot: RailShape['dots'][number];
  names: RailShape['names'];
  /** Whether the search found the version. */
  hit: boolean;
}) {
  const { name, version, kind, isHead, isInstalled, isOnPath } = node;
  const words = railWords(node);
  return (
    <>
      <title>{name}</title>
      <rect
        className={hit ? 'al-rail-row al-rail-hit' : 'al-rail-row'}
        x={names.row.x}
        y={y - names.row.above}
        width={names.row.width}
        height={names.row.height}
      />
      <circle className="al-rail-halo" cx={x} cy={y} r={12} />
      <circle
        className={`al-rail-dot al-rail-${kind}${isOnPath ? ' al-rail-path' : ''}${isInstalled ? ' al-rail-here' : ''}`}
        cx={x}
        cy={y}
        r={radius}
      />
      <text x={names.x} y={y + 4}>
        <tspan className={isOnPath || isInstalled || isHead ? 'al-rail-strong' : undefined}>
          {version ?? name}
        </tspan>
        {words && (
          // The accessible name has a blank between the version and its state.
          <tspan className="al-rail-words" dx={4}>{` ${words}`}</tspan>
        )}
      </text>
    </>
  );
}

const KEYS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End'];

function keyOf({ kind, name }: RailStop): string {
  return `${kind} ${name}`;
}

function labelOf(node: RailNode): string {
  return [node.version ?? node.name, railWords(node)].filter(Boolean).join(' ');
}
