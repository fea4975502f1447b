import { t } from './messages.ts';

/** The content of the right half of a set-up screen. */
export type Pane = 'configuration' | 'plan';

const PANES = {
  configuration: { title: t('configurationTitle'), label: t('showConfigurationLabel') },
  plan: { title: t('planTitle'), label: t('showPlanLabel') },
} as const;

/** Chooses between the configuration and its plan. */
export function PaneTabs({ pane, onShow }: { pane: Pane; onShow: (pane: Pane) => void }) {
  return (
    <fieldset className="al-chips">
      <legend className="al-unseen">{t('panesLabel')}</legend>
      {(['configuration', 'plan'] as const).map((each) => (
        <button
          key={each}
          type="button"
          className={pane === each ? 'al-chip al-chip-on' : 'al-chip'}
          aria-pressed={pane === each}
          aria-label={PANES[each].label}
          onClick={() => onShow(each)}
        >
          {PANES[each].title}
        </button>
      ))}
    </fieldset>
  );
}
