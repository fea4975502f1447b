/** What the right half of a set-up shows. */
export type Pane = 'configuration' | 'plan';

const TITLES: Record<Pane, string> = { configuration: 'Configuration', plan: 'Plan' };

/** Chooses between the configuration and its plan. */
export function PaneTabs({ pane, onShow }: { pane: Pane; onShow: (pane: Pane) => void }) {
  return (
    <fieldset className="al-chips">
      <legend className="al-unseen">Show</legend>
      {(['configuration', 'plan'] as const).map((each) => (
        <button
          key={each}
          type="button"
          className={pane === each ? 'al-chip al-chip-on' : 'al-chip'}
          aria-pressed={pane === each}
          aria-label={`Show ${each}`}
          onClick={() => onShow(each)}
        >
          {TITLES[each]}
        </button>
      ))}
    </fieldset>
  );
}
