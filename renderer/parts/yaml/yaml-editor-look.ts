import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const t = (token: string) => `var(--pf-t--global--${token})`;

/** Uses only PatternFly's tokens, so that the editor follows the theme without being created again. */
const look = EditorView.theme({
  '&': {
    height: '100%',
    fontSize: '13px',
    color: t('text--color--regular'),
    backgroundColor: 'transparent',
  },
  '&.cm-focused': { outline: `2px solid ${t('border--color--clicked')}`, outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--al-mono)', lineHeight: '1.6', scrollbarWidth: 'thin' },
  '.cm-content': { caretColor: t('text--color--regular'), paddingBlock: '8px' },
  '.cm-cursor': { borderLeftColor: t('text--color--regular') },
  '.cm-gutters': {
    backgroundColor: 'transparent',
    color: 'var(--al-sub)',
    border: '0',
    paddingInlineStart: '4px',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--al-bg2)' },
  '.cm-line-added': { boxShadow: 'inset 3px 0 0 var(--al-brand)', backgroundColor: 'var(--al-bg2)' },
  '.cm-line-changed': { boxShadow: 'inset 3px 0 0 var(--al-warning)', backgroundColor: 'var(--al-bg2)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: t('background--color--highlight--default'),
  },
  '.cm-selectionMatch': {
    backgroundColor: 'transparent',
    outline: `1px solid ${t('border--color--default')}`,
  },
  '.cm-searchMatch': {
    backgroundColor: 'transparent',
    outline: `1px solid ${t('border--color--status--warning--default')}`,
  },
  '.cm-searchMatch-selected': { outlineWidth: '2px' },
  '.cm-matchingBracket': {
    backgroundColor: 'transparent',
    outline: `1px solid ${t('border--color--default')}`,
  },
  '.cm-tooltip': {
    backgroundColor: t('background--color--floating--default'),
    color: t('text--color--regular'),
    border: `1px solid ${t('border--color--default')}`,
    borderRadius: '6px',
    boxShadow: t('box-shadow--md'),
    maxWidth: '420px',
    fontFamily: t('font--family--body'),
    fontSize: '13px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--al-mono)',
    fontSize: '13px',
    maxHeight: '15em',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 10px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: t('background--color--action--plain--clicked'),
    color: t('text--color--regular'),
    boxShadow: 'inset 3px 0 0 var(--al-brand)',
  },
  '.cm-completionDetail': { color: 'var(--al-sub)', fontStyle: 'normal', fontSize: '12px' },
  '.cm-tooltip.cm-completionInfo': { padding: '8px 10px', maxWidth: '280px' },
  '.cm-field-help': { padding: '8px 12px' },
  '.cm-field-help code': { fontFamily: 'var(--al-mono)', fontSize: '12px' },
  '.cm-field-help p + p': { marginBlockStart: '4px', color: 'var(--al-sub)' },
  '.cm-diagnostic': {
    padding: '6px 12px',
    borderInlineStart: '3px solid transparent',
    whiteSpace: 'pre-wrap',
  },
  '.cm-diagnostic-error': { borderInlineStartColor: 'var(--al-bad)' },
  '.cm-diagnostic-warning': { borderInlineStartColor: 'var(--al-warning)' },
  '.cm-diagnostic-info': { borderInlineStartColor: 'var(--al-running)' },
  '.cm-gutter-lint': { width: '14px' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '0', display: 'grid', placeItems: 'center' },
  '.cm-lint-marker': { width: '8px', height: '8px', borderRadius: '50%' },
  '.cm-lint-marker-error': { content: 'none', backgroundColor: 'var(--al-bad)' },
  '.cm-lint-marker-warning': { content: 'none', backgroundColor: 'var(--al-warning)', borderRadius: '1px' },
  '.cm-lint-marker-info': { content: 'none', backgroundColor: 'var(--al-running)' },
  '.cm-lintRange': { backgroundImage: 'none', textDecorationSkipInk: 'none', textUnderlineOffset: '4px' },
  '.cm-lintRange-error': { textDecoration: 'underline wavy var(--al-bad) 1px' },
  '.cm-lintRange-warning': { textDecoration: 'underline wavy var(--al-warning) 1px' },
  '.cm-lintRange-info': { textDecoration: 'underline dotted var(--al-running) 1px' },
  '.cm-lintPoint:after': { display: 'none' },
  '.cm-panels': {
    backgroundColor: 'var(--al-bg2)',
    color: t('text--color--regular'),
    fontFamily: t('font--family--body'),
  },
  '.cm-panels.cm-panels-top': { borderBottom: `1px solid ${t('border--color--default')}` },
  '.cm-panels.cm-panels-bottom': { borderTop: `1px solid ${t('border--color--default')}` },
  '.cm-panel.cm-search': { fontSize: '13px', padding: '6px 28px 6px 10px' },
  '.cm-panel.cm-search label': { fontSize: '12px' },
  '.cm-textfield': {
    backgroundColor: 'var(--al-bg)',
    color: t('text--color--regular'),
    border: `1px solid ${t('border--color--control--default')}`,
    borderRadius: '4px',
    fontSize: '13px',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'transparent',
    color: t('text--color--regular'),
    border: `1px solid ${t('border--color--default')}`,
    borderRadius: '4px',
    fontSize: '12px',
  },
  '.cm-panel.cm-search [name=close]': { color: t('text--color--regular'), fontSize: '18px' },
});

const words = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: t('text--color--link--default') },
  { tag: tags.comment, color: 'var(--al-sub)', fontStyle: 'italic' },
  { tag: [tags.bool, tags.number, tags.null], color: t('text--color--status--custom--default') },
  { tag: tags.invalid, color: t('text--color--status--danger--default') },
]);

export const editorLook: Extension = [look, syntaxHighlighting(words)];
