import { ToggleGroup, ToggleGroupItem } from '@patternfly/react-core/dist/esm/components/ToggleGroup';
import { t } from './messages.ts';

/** Switches between a diagram and its table. @param views the views with the text and ID of each button */
export function ViewSwitch<View extends string>({
  views,
  view,
  onView,
}: {
  views: readonly { view: View; text: string; id: string }[];
  view: View;
  onView: (view: View) => void;
}) {
  return (
    <ToggleGroup aria-label={t('viewLabel')}>
      {views.map((each) => (
        <ToggleGroupItem
          key={each.id}
          text={each.text}
          buttonId={each.id}
          isSelected={view === each.view}
          onChange={() => onView(each.view)}
        />
      ))}
    </ToggleGroup>
  );
}
