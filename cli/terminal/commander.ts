import type * as typed from '@commander-js/extra-typings';
import * as commander from 'commander';

/** The classes of commander with the types of the options they declare: their own package would load a second module. */
export const { Argument, Command, Option } = commander as unknown as typeof typed;
export const { CommanderError, InvalidArgumentError } = commander;
