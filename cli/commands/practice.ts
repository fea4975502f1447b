import type { Command } from 'commander';
export function addPractice(program: Command): void {
  void program;
}
