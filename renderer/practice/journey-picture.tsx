import { t } from './messages.ts';

/** Draws the steps of a mirror: choose, fetch, carry across the air gap, push, apply. */
export function JourneyPicture() {
  return (
    <svg
      className="al-journey"
      viewBox="0 0 760 150"
      role="img"
      aria-label={t('journeyTip')}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
    >
      <path d="M380 0v30M380 98v9" strokeDasharray="5 5" stroke="var(--al-sub)" />
      <g stroke="var(--al-brand)" strokeLinecap="round">
        <path d="M116 68h58M266 68h58M436 68h58M586 68h58" />
        <path d="m168 62 6 6-6 6M318 62l6 6-6 6M488 62l6 6-6 6M638 62l6 6-6 6" />
      </g>
      <g transform="translate(80 68)" strokeLinejoin="round">
        <path d="M-18-26h26l10 10v42h-36z" />
        <path d="M8-26v10h10M-10-6h20M-10 4h20M-10 14h12" />
      </g>
      <g transform="translate(220 68)">
        <circle r="26" />
        <ellipse rx="11" ry="26" />
        <path d="M-26 0h52M-23-12h46M-23 12h46" />
      </g>
      <g transform="translate(380 68)" strokeLinejoin="round" stroke="var(--al-brand)">
        <rect x="-22" y="-26" width="44" height="54" rx="5" fill="var(--al-bg)" />
        <path d="M-10-26v-8h20v8" />
        <path d="M-12-10h24M-12 1h24M-12 12h14" />
      </g>
      <g transform="translate(540 68)">
        <rect x="-26" y="-27" width="52" height="15" rx="3" />
        <rect x="-26" y="-7.5" width="52" height="15" rx="3" />
        <rect x="-26" y="12" width="52" height="15" rx="3" />
        <path d="M-17-19.5h2M-17 0h2M-17 19.5h2" strokeLinecap="round" />
      </g>
      <g transform="translate(680 68)" strokeLinejoin="round">
        <path d="M0-28 24-14v28L0 28-24 14v-28z" />
        <path d="M-11 0l8 8 14-15" strokeLinecap="round" stroke="var(--al-brand)" />
      </g>
      <g className="al-journey-words" stroke="none" fill="currentColor" textAnchor="middle">
        <text x="80" y="124">
          {t('chooseStep')}
        </text>
        <text x="220" y="124">
          {t('fetchStep')}
        </text>
        <text x="380" y="124">
          {t('carryStep')}
        </text>
        <text x="540" y="124">
          {t('pushStep')}
        </text>
        <text x="680" y="124">
          {t('applyStep')}
        </text>
      </g>
      <g className="al-journey-more" stroke="none" fill="var(--al-sub)" textAnchor="middle">
        <text x="80" y="142">
          {t('chooseNote')}
        </text>
        <text x="220" y="142">
          {t('fetchNote')}
        </text>
        <text x="380" y="142">
          {t('carryNote')}
        </text>
        <text x="540" y="142">
          {t('pushNote')}
        </text>
        <text x="680" y="142">
          {t('applyNote')}
        </text>
      </g>
    </svg>
  );
}
