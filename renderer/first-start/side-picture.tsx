import type { GapSide } from '../../core/contract/topics/vocabulary.ts';

const FAINT = 0.28;
const PLACE: Record<GapSide, number> = { connected: 84, both: 120, disconnected: 156 };

/** The internet, the gap and the mirror registry, with the place of this machine. */
export function SidePicture({ side }: { side: GapSide }) {
  return (
    <svg
      viewBox="0 0 240 96"
      width="100%"
      height="96"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
    >
      <g transform="translate(36 48)" opacity={side === 'disconnected' ? FAINT : 1}>
        <circle r="24" />
        <ellipse rx="10" ry="24" />
        <path d="M-24 0h48M-21-11h42M-21 11h42" />
      </g>
      <line x1="120" x2="120" y1="6" y2="90" strokeDasharray="5 5" stroke="var(--al-sub)" />
      <g transform="translate(204 48)" opacity={side === 'connected' ? FAINT : 1}>
        <rect x="-24" y="-24" width="48" height="14" rx="3" />
        <rect x="-24" y="-6" width="48" height="14" rx="3" />
        <rect x="-24" y="12" width="48" height="14" rx="3" />
        <path d="M-16-17h2M-16 1h2M-16 19h2" strokeLinecap="round" />
      </g>
      {side === 'both' && <path d="M68 48h30M142 48h30" stroke="var(--al-brand)" strokeLinecap="round" />}
      <g stroke="none" fill="var(--al-brand)" transform={`translate(${PLACE[side]} 48)`}>
        <rect x="-15" y="-15" width="30" height="22" rx="3" />
        <path d="M-6 7h12v5h-12zM-11 12h22v3h-22z" />
      </g>
    </svg>
  );
}
