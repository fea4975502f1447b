/** The editing of YAML texts, for the screens: they know the contract only. */
export {
  type EditOptions,
  insertItem,
  moveItem,
  removeValue,
  renameKey,
  setValue,
} from '../document/edit.ts';
export {
  beginHistory,
  canRedo,
  canUndo,
  type DocumentHistory,
  pushText,
  redo,
  undo,
} from '../document/history.ts';
export { applyTextEdits, changedLines, editsBetween, type TextEdit } from '../document/text-edits.ts';
export {
  type Fault,
  type Path,
  pathAtOffset,
  placeAt,
  readYaml,
  valueAt,
  type YamlText,
} from '../document/yaml-text.ts';
