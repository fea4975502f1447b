import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { tabAddress } from './addresses.ts';
import type { ConfigProblem } from './analysis.ts';
import type { Section, SectionId } from './form-fields.ts';
import { type FormPlace, fieldElement, listKey, placeInForm } from './form-place.ts';

/** Returns the selected items of the lists, and functions that go to a section, an item or the field of a problem. */
export function usePlaces({
  id,
  sections,
  section,
  show,
}: {
  /** ID of the draft. */
  id: string;
  sections: readonly Section[];
  /** The section that is shown. */
  section: SectionId | undefined;
  /** Opens the YAML at a place. */
  show: (line: number, column: number) => void;
}) {
  const navigate = useNavigate();
  /** Positions of the selected items, by the keys of their lists. */
  const [chosen, setChosen] = useState<Readonly<Record<string, number>>>({});
  const [goal, setGoal] = useState<FormPlace>();
  const choose = (list: string, item: number) => setChosen((before) => ({ ...before, [list]: item }));
  // The field exists once its section and item are shown, and the heading of the screen has had the focus.
  useEffect(() => {
    if (goal === undefined || goal.section !== section) return;
    setGoal(undefined);
    const element = fieldElement(goal);
    element?.focus();
    element?.scrollIntoView?.({ block: 'center' });
  }, [goal, section]);
  return {
    chosen,
    choose,
    open: (where: SectionId, item: number) => {
      const list = sections.find((each) => each.id === where)?.lists[0];
      if (list) choose(listKey(list), item);
      void navigate(tabAddress(where, id));
    },
    goToProblem: ({ path = '', line, column = 1 }: ConfigProblem) => {
      const place = placeInForm(path, sections);
      if (place.field === undefined && place.item === undefined && line !== undefined) show(line, column);
      if (place.item) choose(place.item.list, place.item.index);
      setGoal(place);
      if (section !== place.section) void navigate(tabAddress(place.section, id));
    },
  };
}
