/** IDs of rules by which pages recognize problems. Pages never match the text of a message. */
export { RULE, type Rule, type RuleId } from '../../base/errors/rules.ts';
