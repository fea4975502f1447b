// biome-ignore-all lint/a11y/useSemanticElements: SVG has no HTML buttons
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { ChainSite } from '../../core/contract/topics/sites.ts';
import { t } from './messages.ts';
import { BOX, nextSite, type SiteShape, siteShape } from './shape.ts';
import { contentWords, siteName, siteState } from './site-words.ts';

const KEYS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End'];
/** Characters that fit in a box, for names and for the smaller lines. */
const [LONGEST_NAME, LONGEST_LINE] = [20, 29];

/** Draws who supplies whom. Tab selects the open site, and arrow keys move. */
export function SitePicture({
  sites,
  chosen,
  now,
  onChoose,
}: {
  sites: readonly ChainSite[];
  /** ID of the site whose details are open. */
  chosen: string;
  now: Date;
  onChoose: (id: string) => void;
}) {
  const drawing = useRef<SVGSVGElement>(null);
  const walked = useRef(false);
  const shape = siteShape(sites);
  useEffect(() => {
    if (!walked.current) return;
    walked.current = false;
    drawing.current?.querySelector<SVGGElement>(`[data-site="${CSS.escape(chosen)}"]`)?.focus();
  }, [chosen]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!KEYS.includes(event.key)) return;
    event.preventDefault();
    const next = nextSite(shape, chosen, event.key);
    if (next === undefined) return;
    walked.current = true;
    onChoose(next);
  };
  return (
    <svg
      ref={drawing}
      className="al-sites"
      role="group"
      aria-label={t('pictureName', { sites: sites.length })}
      viewBox={`0 0 ${shape.width} ${shape.height}`}
      style={{ width: shape.width, height: shape.height }}
      onKeyDown={onKeyDown}
    >
      {shape.lines.map(({ id, d }) => {
        const site = sites.find((each) => each.id === id)!;
        const { mark } = siteState(site, now);
        return <path key={id} className={`al-sites-line al-sites-${mark}`} d={d} />;
      })}
      {shape.boxes.map((box) => (
        <Box
          key={box.site.id}
          box={box}
          now={now}
          isChosen={box.site.id === chosen}
          onChoose={() => onChoose(box.site.id)}
        />
      ))}
    </svg>
  );
}

function Box({
  box: { site, x, y },
  now,
  isChosen,
  onChoose,
}: {
  box: SiteShape['boxes'][number];
  now: Date;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const [name, content] = [siteName(site), contentWords(site)];
  const { mark, words, short = words } = siteState(site, now);
  const kind = `al-sites-box al-sites-${site.kind}${site.reportedAt === undefined ? '' : ' al-sites-reported'}`;
  return (
    <g
      className={isChosen ? `${kind} al-sites-open` : kind}
      role="button"
      tabIndex={isChosen ? 0 : -1}
      data-site={site.id}
      aria-pressed={isChosen}
      transform={`translate(${x} ${y})`}
      onClick={onChoose}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        onChoose();
      }}
    >
      {/* The accessible name: the texts below may be shortened. */}
      <title>{t('siteTip', { site: name, content, state: words })}</title>
      <rect className="al-sites-frame" width={BOX.width} height={BOX.height} rx={8} />
      <text className="al-sites-name" x={14} y={23}>
        {shortened(name, LONGEST_NAME)}
      </text>
      <text className="al-sites-words" x={14} y={41}>
        {shortened(content, LONGEST_LINE)}
      </text>
      <g className={`al-sites-state al-sites-${mark}`}>
        {words !== '' && <StateGlyph mark={mark} />}
        <text x={28} y={58}>
          {shortened(short, LONGEST_LINE - 2)}
        </text>
      </g>
    </g>
  );
}

/** A different form for each state, because color alone isn't enough. */
function StateGlyph({ mark }: { mark: string }) {
  switch (mark) {
    case 'good':
      return <path className="al-sites-glyph" d="M14 54l3.5 3.5 6-7" />;
    case 'running':
      return <path className="al-sites-glyph" d="M14 54h9m-4-4 4 4-4 4" />;
    case 'warning':
      return <path className="al-sites-glyph" d="M19 49l5.5 9.5h-11zM19 53v2.5" />;
    case 'info':
      return <circle className="al-sites-glyph" cx={19} cy={54} r={2} />;
    default:
      return <path className="al-sites-glyph" d="M24 54a5 5 0 1 1-10 0 5 5 0 0 1 10 0zM19 51v3.5h2" />;
  }
}

function shortened(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
