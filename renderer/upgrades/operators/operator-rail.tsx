// biome-ignore-all lint/a11y/useSemanticElements: there is no HTML button in a drawing
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { OperatorRail } from '../../../core/contract/topics/operator-upgrades.ts';
import { railWords } from './operator-words.ts';
import { firstStop, nextStop, type RailNode, type RailStop, sameStop } from './rail-moves.ts';

const ROW = 30;
const LANE = 16;
const TOP = 22;
const BESIDE = 30;
const DOT = 6;
const NAMES = 470;

/**
 * A channel with its head on top: `replaces` is the line, skipped versions stand beside it, a skipRange is a bracket. Tab
 * comes to one version of it, arrow keys walk.
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
  /** What the keyboard is at. */
  marked: RailStop | undefined;
  /** What the panel is about. */
  opened: RailStop | undefined;
  onMark: (stop: RailStop) => void;
  onOpen: (stop: RailStop) => void;
}) {
  const drawing = useRef<SVGSVGElement>(null);
  const walked = useRef(false);
  const x = 24 + rail.lanes * LANE;
  const width = x + BESIDE + NAMES;
  const height = 2 * TOP + Math.max(0, rail.rows - 1) * ROW;
  const at = new Map(
    rail.nodes.map((node) => [node.name, { x: x + node.column * BESIDE, y: TOP + node.row * ROW }]),
  );
  const onPath = (a: { isOnPath: boolean }, b: { isOnPath: boolean }) =>
    Number(a.isOnPath) - Number(b.isOnPath);
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
  /** What all that can be walked to has in common. */
  const button = (each: RailStop, label: string) => ({
    role: 'button' as const,
    tabIndex: sameStop(each, stop) ? 0 : -1,
    'data-stop': keyOf(each),
    'aria-label': label,
    'aria-pressed': sameStop(each, opened),
    onFocus: () => {
      if (!sameStop(each, marked)) onMark(each);
    },
    onClick: () => {
      onMark(each);
      onOpen(each);
    },
  });
  const wanted = found.trim();
  return (
    <svg
      ref={drawing}
      className="al-rail"
      role="group"
      aria-label={`Channel ${rail.channel} of ${rail.catalog}: ${rail.rows} versions. The table says the same.`}
      viewBox={`0 0 ${width} ${height}`}
      style={{ width, height }}
      onKeyDown={onKeyDown}
    >
      {rail.brackets.toSorted(onPath).map(({ entry, skipRange, takes, top, bottom, lane, isOnPath }) => {
        const left = x - (lane + 1) * LANE;
        const [y1, y2] = [TOP + top * ROW, TOP + bottom * ROW];
        const d = `M${x - DOT - 2} ${y1}H${left + 4}Q${left} ${y1} ${left} ${y1 + 4}V${y2 - 4}Q${left} ${y2} ${left + 4} ${y2}H${x - DOT - 2}`;
        const many = takes.length === 1 ? '1 version' : `${takes.length} versions`;
        return (
          <g
            key={entry}
            className="al-rail-stop"
            {...button({ kind: 'range', name: entry }, `Range ${skipRange} of ${entry}: takes ${many}`)}
          >
            <title>{`${entry} takes ${skipRange}`}</title>
            <path className="al-rail-halo" d={d} />
            <path className={isOnPath ? 'al-rail-line al-rail-path' : 'al-rail-line'} d={d} />
          </g>
        );
      })}
      {rail.lines.toSorted(onPath).map(({ kind, from, to, isOnPath }) => {
        const [a, b] = [at.get(from)!, at.get(to)!];
        const d =
          a.x === b.x && kind === 'replaces'
            ? `M${a.x} ${a.y}V${b.y}`
            : a.x === b.x
              ? `M${a.x} ${a.y}C${a.x + BESIDE / 2} ${a.y} ${b.x + BESIDE / 2} ${b.y} ${b.x} ${b.y}`
              : `M${a.x} ${a.y}C${a.x} ${(a.y + b.y) / 2} ${b.x} ${(a.y + b.y) / 2} ${b.x} ${b.y}`;
        return (
          <path
            key={`${kind} ${from} ${to}`}
            className={`al-rail-line al-rail-${kind}${isOnPath ? ' al-rail-path' : ''}`}
            d={d}
          >
            <title>{`${from} ${kind} ${to}`}</title>
          </path>
        );
      })}
      {rail.nodes.map((node) => {
        const { name, version, kind, isHead, isInstalled, isOnPath } = node;
        const place = at.get(name)!;
        const words = railWords(node);
        const hit = wanted !== '' && (name.includes(wanted) || version?.includes(wanted));
        return (
          <g key={name} className="al-rail-stop" {...button({ kind: 'version', name }, labelOf(node))}>
            <title>{name}</title>
            <rect
              className={hit ? 'al-rail-row al-rail-hit' : 'al-rail-row'}
              x={x + BESIDE + 8}
              y={place.y - 12}
              width={NAMES - 20}
              height={24}
            />
            <circle className="al-rail-halo" cx={place.x} cy={place.y} r={12} />
            <circle
              className={`al-rail-dot al-rail-${kind}${isOnPath ? ' al-rail-path' : ''}${isInstalled ? ' al-rail-here' : ''}`}
              cx={place.x}
              cy={place.y}
              r={isHead || isOnPath || isInstalled ? 8 : DOT}
            />
            <text x={x + BESIDE + 16} y={place.y + 4}>
              <tspan className={isOnPath || isInstalled || isHead ? 'al-rail-strong' : undefined}>
                {version ?? name}
              </tspan>
              {words && (
                // What is read aloud has the same words with a blank between.
                <tspan className="al-rail-words" dx={4}>{` ${words}`}</tspan>
              )}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

const KEYS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End'];

function keyOf({ kind, name }: RailStop): string {
  return `${kind} ${name}`;
}

function labelOf(node: RailNode): string {
  return [node.version ?? node.name, railWords(node)].filter(Boolean).join(' ');
}
