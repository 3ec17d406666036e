/** Codes of runs that write articles with a model, and of imports. */
import type { ErrorEntry } from './error-entry.ts';

export const GENERATE_CODES = {
  'unreadable-topics': {
    means: 'The file of topics cannot be opened.',
    cause: 'A wrong path, or no permission.',
    cure: 'Give a CSV or YAML file with `--topics`.',
    example: 'there is no file topics.csv',
  },
  'invalid-topics': {
    means: 'The file of topics has an error.',
    cause: 'A missing column `topic`, an unknown column, a quote that is not closed, or no topic.',
    cure: 'Correct the line that the message names.',
    example: 'the first line has no column "topic"',
  },
  'changed-topics': {
    means: 'The topics are not those of the unfinished run.',
    cause: 'The file was changed since the run began.',
    cure: 'Restore the file to continue the run, or begin another one with `--new`.',
    example: 'the topics have changed since run 3, of which 12 articles are unfinished',
  },
  'invalid-model-server': {
    means: "The address of the model's server cannot be used.",
    cause: 'It is not an http(s) URL, or has a password in it.',
    cure: 'Correct `--base-url`, `generate.baseUrl` or `OPENAI_BASE_URL`.',
    example: "the address of the model's server must be an http(s) URL without credentials",
  },
  'missing-model-key': {
    means: "There is no valid key for the model's server.",
    cause: '`OPENAI_API_KEY` is not set, or was not copied whole.',
    cure: 'Set `OPENAI_API_KEY`; `--dry-run` works without it.',
    example: "the model's server needs a key",
  },
  'refusing-model-server': {
    means: "The model's server refuses the requests.",
    cause: 'A wrong key, model, address or setting.',
    cure: 'Correct what the hint names.',
    example: "the model's server refuses: Incorrect API key provided",
  },
  'silent-model-server': {
    means: "The model's server does not answer, or loses its answers.",
    cause: 'It is overloaded or broken, or the address is wrong.',
    cure: 'Run the same command again when it works; what was paid is kept.',
    example: "the model's server did not answer 6 times: 503",
  },
  'used-up-quota': {
    means: 'The account at the provider has no credit.',
    cause: 'Its quota is used up.',
    cure: 'Add credit and run the same command again.',
    example: 'the quota is used up: You exceeded your current quota',
  },
  'ignored-token-limit': {
    means: 'The server writes more than was asked for, so no budget can be kept.',
    cause: 'It reads another field for the limit of tokens.',
    cure: 'Set `generate.tokenLimitField`, or use another server.',
    example:
      "the model's server ignores the token limit: 9000 where at most 4000 were asked for, so no budget can be kept",
  },
  'unknown-price': {
    means: 'The price of the model is not known.',
    cause: 'It is neither built in nor in `generate.prices`.',
    cure: 'Add the model to `generate.prices`.',
    example: 'the price of my-model is not known: spending is not counted',
  },
  'small-budget': {
    means: 'The budget is smaller than the estimate.',
    cause: 'Articles cost about as much as the plan says.',
    cure: 'Raise `--budget`, now or when the run stops.',
    example: 'the budget of $1.00 will not suffice',
  },
  'used-up-budget': {
    means: 'The run stopped because the budget is spent.',
    cause: 'The next call could exceed it.',
    cure: 'Run the same command with a higher `--budget`.',
    example: 'the budget is used up; 3 articles are unfinished',
  },
  'unreadable-usage': {
    means: 'The server did not say what some answers cost.',
    cause: 'It sends no usage, or in another form.',
    cure: "Compare `articles generate --report` with the provider's bill.",
    example: 'the usage of 2 answers cannot be read: they count with the most that they can have cost',
  },
  'useless-answers': {
    means: 'The answers of the model pass no check.',
    cause: 'The model is too small, the limit of tokens too low, or a setting does not fit.',
    cure: 'Do what the hint says; the findings name the checks.',
    example: 'no article was accepted, 1 rejected; the first: the answer is empty',
  },
  'unfinished-articles': {
    means: 'Some articles were not finished.',
    cause: 'Their calls failed or have no answer.',
    cure: 'Run the same command again to continue.',
    example: "1 articles could not be finished; the first: the model's server did not answer 6 times",
  },
  'failed-batch': {
    means: 'A batch of calls failed at the server.',
    cause: 'It was refused, or answers are missing.',
    cure: 'Run the same command again; it pays nothing twice.',
    example: 'the server did not accept batch 1',
  },
  'cut-journal': {
    means: 'The last line of the journal was not written whole.',
    cause: 'A crash or a full disk.',
    cure: 'No action needed: its call is looked up at the server.',
    example: "the journal's last line was cut off by a crash",
  },
} satisfies Record<string, ErrorEntry>;

export const IMPORT_CODES = {
  'missing-source': {
    means: 'The folder or file to import is not there.',
    cause: 'A wrong path.',
    cure: 'Name the folder of a site, or the file of an export.',
    example: 'there is no /home/ann/old-blog',
  },
  'empty-source': {
    means: 'The source has no posts.',
    cause: 'It is the folder of another tool, or a folder above or below the site.',
    cure: "Name the tool with `--from`, or the folder with the site's configuration.",
    example: '/home/ann/old-blog has no posts that hugo would publish',
  },
  'wrong-source': {
    means: 'The source is not of the kind that the tool makes.',
    cause: 'A file in place of a folder, a folder in place of a file, or another export.',
    cure: 'Name the source that the hint describes.',
    example: 'the file is not an export of WordPress',
  },
} satisfies Record<string, ErrorEntry>;
