import { pathText } from '../../../core/contract/documents/document.ts';
import { problemsAt } from '../../parts/problems-at.ts';
import type { ItemList, Section, SectionId } from './form-fields.ts';
import { sectionFor } from './sections.ts';

/** The place of a problem in the form. */
export interface FormPlace {
  section: SectionId;
  /** Key of the list in {@link listKey}, and the item of it. */
  item?: { list: string; index: number } | undefined;
  /** ID of the field. */
  field?: string | undefined;
}

/** Returns the ID of a field in the page by its path in the file. */
export function fieldId(path: readonly (string | number)[]): string {
  return `al-ic-${path.join('-').replaceAll(/[^\w-]/g, '-')}`;
}

/** Returns the key of a list for the selection of its item. */
export function listKey({ path }: Pick<ItemList, 'path'>): string {
  return pathText(path);
}

/** Returns the element of the page that gets the focus at a place. */
export function fieldElement({ field, item, section }: FormPlace): HTMLElement | null {
  const control = 'input, select, textarea, button';
  const own = field === undefined ? null : document.getElementById(field);
  if (own) return own;
  const around =
    (field !== undefined && document.getElementById(`${field}-field`)) ||
    (item && document.getElementById(itemId(item.list))) ||
    document.getElementById(`al-ic-section-${section}`);
  return around ? (around.querySelector<HTMLElement>(control) ?? around) : null;
}

/** Returns the ID of the form of a list's selected item. */
export function itemId(list: string): string {
  return `al-ic-item-${list.replaceAll('.', '-')}`;
}

/** Returns the section, the item and the field of a problem by its path in the file. */
export function placeInForm(path: string, sections: readonly Section[]): FormPlace {
  const id = sectionFor(path, sections);
  const section = sections.find((each) => each.id === id);
  const isAt = (own: readonly (string | number)[]) => problemsAt([{ path }], own).length > 0;
  for (const list of section?.lists ?? []) {
    if (!isAt(list.path)) continue;
    const index = /^\[(\d+)\]/.exec(path.slice(pathText(list.path).length))?.[1];
    if (index === undefined) return { section: id };
    const base = [...list.path, Number(index)];
    const field = list.fields.find((each) => isAt([...base, ...each.path]));
    return {
      section: id,
      item: { list: listKey(list), index: Number(index) },
      field: field && fieldId([...base, ...field.path]),
    };
  }
  const field = section?.fields.find((each) => isAt(each.path));
  return { section: id, field: field && fieldId(field.path) };
}
