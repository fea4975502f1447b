/** Rules by which pages recognize problems: never by the words of a message. */
export { RULE, type Rule, type RuleId } from '../../base/errors/rules.ts';
