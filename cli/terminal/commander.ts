import type * as typed from '@commander-js/extra-typings';
import * as commander from 'commander';

/** Classes of commander with typed options. The package with those types would load a second module. */
export const { Argument, Command, Option } = commander as unknown as typeof typed;
export const { CommanderError, InvalidArgumentError } = commander;
