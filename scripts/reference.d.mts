import type { Command } from 'commander';
export function describeCommands(program: Command): string;
export function describeSettings(schema: object): string;
