import type { Command } from 'commander';
export function addRuns(program: Command): void {
  void program;
}
