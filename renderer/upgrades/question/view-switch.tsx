import { ToggleGroup, ToggleGroupItem } from '@patternfly/react-core/dist/esm/components/ToggleGroup';

/** A picture or the table that says the same. @param views each with its words and the id of its button */
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
    <ToggleGroup aria-label="Show as">
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
