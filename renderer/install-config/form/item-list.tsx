import { useEffect, useState } from 'react';
import {
  insertItem,
  removeValue,
  valueAt,
  writtenPath,
  type YamlText,
} from '../../../core/contract/documents/document.ts';
import { problemsAt } from '../../parts/problems-at.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { Card } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { type ConfigProblem, problemsOfList, tally } from './analysis.ts';
import { ConfigField } from './config-field.tsx';
import { FieldProblems } from './field-problems.tsx';
import { columnsOf, shownValue, valueIn } from './field-values.ts';
import type { ItemList } from './form-fields.ts';
import { itemId, listKey } from './form-place.ts';
import { t } from './messages.ts';
import { SecretState } from './secret-field.tsx';
import { useConfig } from './use-config.tsx';

/** The edits of a list whose items are referenced elsewhere in the file. */
export interface ListEdits {
  add?: (doc: YamlText) => YamlText;
  remove?: (doc: YamlText, index: number) => YamlText;
  /** Changes the field of the first column. */
  rename?: (doc: YamlText, index: number, name: string) => YamlText;
}

/** A list of the file: a table, and below it the form of the selected item. */
export function ItemListCard({
  list,
  problems,
  chosen,
  onChoose,
  onShow,
  edits = {},
}: {
  list: ItemList;
  /** The problems of this list. */
  problems: readonly ConfigProblem[];
  chosen: number;
  onChoose: (index: number) => void;
  onShow: (problem: ConfigProblem) => void;
  edits?: ListEdits;
}) {
  const items = useItems(list, chosen, onChoose, edits);
  const { values, at, formId } = items;
  const full = list.full !== undefined && values.length >= list.full.at;
  const first = columnsOf(list)[0];
  const ofList = problemsOfList(problems, list.path);
  return (
    <Card
      title={list.title}
      note={[values.length > 0 && String(values.length), list.note].filter(Boolean).join(' · ')}
      actions={
        <>
          {full && <span className="al-sub al-small">{list.full?.reason}</span>}
          <RequestButton
            request="installConfig.save"
            variant="link"
            isInline
            size="sm"
            isDisabled={full}
            title={full ? list.full?.reason : undefined}
            onClick={items.add}
          >
            {list.add}
          </RequestButton>
        </>
      }
      flush
      label={list.title}
    >
      {ofList.length > 0 && (
        <div className="al-in">
          <FieldProblems problems={ofList} onShow={onShow} />
        </div>
      )}
      {values.length === 0 ? (
        <p className="al-in al-sub">{list.empty}</p>
      ) : (
        <>
          <ItemTable list={list} items={items} problems={problems} onChoose={onChoose} />
          <fieldset className="al-ic-item" id={formId} key={at}>
            <legend className="al-unseen">{list.item(at + 1)}</legend>
            <p className="al-strong al-anywhere" aria-hidden="true">
              {(first && shownValue(values[at], first)) || list.item(at + 1)}
            </p>
            <ItemProblems list={list} problems={problems} index={at} onShow={onShow} />
            <div className="al-ic-fields">
              {list.fields.map((field) => (
                <ConfigField
                  key={field.label}
                  field={field}
                  base={[...list.path, at]}
                  problems={problemsAt(problems, [...list.path, at, ...field.path])}
                  onShow={onShow}
                  write={
                    edits.rename && field.label === list.columns[0]
                      ? (doc, name) => edits.rename!(doc, at, name)
                      : undefined
                  }
                />
              ))}
            </div>
            <RequestButton
              request="installConfig.save"
              variant="link"
              isInline
              isDanger
              size="sm"
              onClick={items.remove}
            >
              {list.remove}
            </RequestButton>
          </fieldset>
        </>
      )}
    </Card>
  );
}

/** The items of a list in the text, and the selected one. */
type Items = ReturnType<typeof useItems>;

function useItems(list: ItemList, chosen: number, onChoose: (index: number) => void, edits: ListEdits) {
  const { readable, edit } = useConfig();
  const value = valueAt(readable, writtenPath(readable, list.path));
  const values: unknown[] = Array.isArray(value) ? value : [];
  const { length } = values;
  const at = Math.min(chosen, length - 1);
  const formId = itemId(listKey(list));
  const [adding, setAdding] = useState(false);
  // A new item gets the focus, so that it can be filled in.
  useEffect(() => {
    if (!adding || at !== length - 1) return;
    setAdding(false);
    document.getElementById(formId)?.querySelector('input')?.focus();
  }, [adding, at, length, formId]);
  return {
    values,
    at,
    /** ID of the form of the selected item. */
    formId,
    add: () => {
      setAdding(true);
      edit((doc) =>
        edits.add ? edits.add(doc) : insertItem(doc, writtenPath(doc, list.path), length, list.fresh(length)),
      );
      onChoose(length);
    },
    /** Removes the selected item. */
    remove: () => {
      edit((doc) =>
        edits.remove ? edits.remove(doc, at) : removeValue(doc, [...writtenPath(doc, list.path), at]),
      );
      onChoose(Math.max(0, at - 1));
    },
  };
}

function ItemTable({
  list,
  items,
  problems,
  onChoose,
}: {
  list: ItemList;
  items: Items;
  problems: readonly ConfigProblem[];
  onChoose: (index: number) => void;
}) {
  const { values, at, formId } = items;
  const [first, ...others] = columnsOf(list);
  const wideOnly = (column: number) => (column > 1 ? 'al-wide-only' : '');
  return (
    <table className="al-plain-table al-ic-items">
      <thead>
        <tr>
          <th scope="col">{first?.label}</th>
          {others.map(({ label }, column) => (
            <th key={label} scope="col" className={wideOnly(column)}>
              {label}
            </th>
          ))}
          <th scope="col">{t('stateColumn')}</th>
        </tr>
      </thead>
      <tbody>
        {values.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items have no other identity
          <tr key={index} className={index === at ? 'al-ic-chosen' : ''}>
            <th scope="row">
              <button
                type="button"
                className="al-link al-mono al-anywhere"
                aria-expanded={index === at}
                aria-controls={formId}
                onClick={() => onChoose(index)}
              >
                {(first && shownValue(item, first)) || list.item(index + 1)}
              </button>
            </th>
            {others.map((field, column) => (
              <td key={field.label} className={wideOnly(column)}>
                {field.kind === 'secret' ? (
                  <SecretState value={valueIn(item, field.path)} />
                ) : (
                  <span className="al-mono al-anywhere">{shownValue(item, field)}</span>
                )}
              </td>
            ))}
            <td>
              <ItemState problems={problemsAt(problems, [...list.path, index])} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The problems of an item that none of its fields shows. */
function ItemProblems({
  list,
  problems,
  index,
  onShow,
}: {
  list: ItemList;
  problems: readonly ConfigProblem[];
  index: number;
  onShow: (problem: ConfigProblem) => void;
}) {
  const inFields = new Set(
    list.fields.flatMap((field) => problemsAt(problems, [...list.path, index, ...field.path])),
  );
  const own = problemsAt(problems, [...list.path, index]);
  return <FieldProblems problems={own.filter((each) => !inFields.has(each))} onShow={onShow} />;
}

function ItemState({ problems }: { problems: readonly ConfigProblem[] }) {
  const { acceptedWarnings } = useConfig().fields;
  const { errors, open } = tally(problems, acceptedWarnings);
  if (errors > 0) return <StateMark mark="bad">{t('itemErrors', { errors })}</StateMark>;
  if (open > 0) return <StateMark mark="warning">{t('itemWarnings', { warnings: open })}</StateMark>;
  return <StateMark mark="good">{t('itemValid')}</StateMark>;
}
