/** Runs a program of the user with the release, for services that have no action here. */
import { describeRelease, type PlanAction } from './after-action.ts';

export const runCommand: PlanAction = ({ command: [program, ...args] = [] }, released) =>
  program === undefined
    ? null
    : {
        name: 'command',
        description: `run ${program}`,
        program,
        args,
        input: JSON.stringify(describeRelease(released, Infinity)),
      };
