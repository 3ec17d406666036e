/** Every code of a finding, with what it means and what to do: the one place that defines them. */
import type { ErrorEntry } from '../../foundation/error-codes/error-entry.ts';

/** A new code needs its entry here, or the program does not compile. */
export const FINDING_CODES = {
  schema: {
    means: 'The answer is not the JSON object that was asked for.',
    cause: 'The model or its server does not know structured answers.',
    cure: 'Use another model, or raise `generate.maxOutputTokens`.',
    example: 'the answer is empty',
  },
  truncated: {
    means: 'The answer was cut off.',
    cause: 'The limit of tokens is too low for the article, or for the reasoning before it.',
    cure: 'Raise `generate.maxOutputTokens`.',
    example: 'the answer was cut off',
  },
  refused: {
    means: 'The model refuses to write about the topic.',
    cause: 'A rule of the provider.',
    cure: 'Choose another topic.',
    example: 'the model refuses to answer',
  },
  filtered: {
    means: 'A content filter of the provider held the answer back.',
    cause: 'A rule of the provider.',
    cure: 'Choose another topic.',
    example: 'a content filter held the answer back',
  },
  incomplete: {
    means: 'A section is missing.',
    cause: 'The answer has fewer sections than the plan.',
    cure: 'Write it, or run the topic again.',
    example: 'section 3 is missing',
  },
  language: {
    means: 'The text is in another language than the locale.',
    cause: 'The model fell back to the language of its prompt.',
    cure: 'Write it in the language of the locale.',
    example: 'a section is not in Turkish: "The odds are"',
  },
  suffix: {
    means: 'A word has a forbidden ending.',
    cause: 'The rules of the language refuse it.',
    cure: 'Write the sentence in another way.',
    example: 'a forbidden suffix: "…"',
  },
  grammar: {
    means: 'A mistake of grammar that the rules of the language find.',
    cause: 'A particle or a quotation mark that does not fit.',
    cure: 'Correct it as the hint says.',
    example: 'a particle that does not fit the sound before it: "…"',
  },
  structure: {
    means: 'The parts of the article are not those that were asked for.',
    cause: 'Too few or too many sections, a heading in the wrong place, or front matter with problems.',
    cure: 'Change the parts as the hint says.',
    example: 'a heading of the first or second level within a section',
  },
  length: {
    means: 'The article, a section, the title or the description is too short or too long.',
    cause: 'The model did not keep to `generate.words` or `generate.sections`.',
    cure: 'Shorten or complete it.',
    example: 'the title has 94 characters',
  },
  empty: {
    means: 'A section has no text.',
    cause: 'The model left it out.',
    cure: 'Write its text.',
    example: 'section 4 is empty',
  },
  repeated: {
    means: 'A heading or a passage occurs twice.',
    cause: 'The model repeats itself.',
    cure: 'Make every heading unique, and rewrite or remove one of the two passages.',
    example: 'the heading "Odds" occurs twice',
  },
  fence: {
    means: 'The whole text is in a code block.',
    cause: 'The model wrapped its answer.',
    cure: 'Remove the lines of backticks.',
    example: 'a code fence around the text',
  },
  'model-talk': {
    means: 'The text talks about its own writing, or has a placeholder.',
    cause: 'The model answered the prompt instead of the reader.',
    cure: 'Remove it.',
    example: 'a placeholder: "[insert date]"',
  },
  promise: {
    means: 'The text promises a win.',
    cause: 'A phrase that no article of the site may contain.',
    cure: 'Remove the promise.',
    example: 'a promise of winnings or profit: "you cannot lose"',
  },
  urgency: {
    means: 'The text presses the reader to hurry.',
    cause: 'A phrase that no article of the site may contain.',
    cure: 'Remove the pressure.',
    example: 'pressure to hurry: "only today"',
  },
  bonus: {
    means: 'The text advertises a bonus or a code.',
    cause: 'A phrase that no article of the site may contain.',
    cure: 'Remove the offer.',
    example: 'an offer of a bonus: "promo code"',
  },
  messenger: {
    means: 'The text names a mail address, a handle, a telephone number or a messenger.',
    cause: 'The model invents ways to get in touch.',
    cure: 'Remove it.',
    example: 'a mail address that no source has: "info@example.com"',
  },
  study: {
    means: 'The text names a study without a source.',
    cause: 'The model invents evidence.',
    cure: 'Remove the claim, or link to its source.',
    example: 'a claim about research without a source: "studies show"',
  },
  leak: {
    means: 'The text repeats the instructions of its writing.',
    cause: 'The model quotes its prompt.',
    cure: 'Remove it.',
    example: 'words about the task: "as requested"',
  },
  self: {
    means: 'The text speaks as a model.',
    cause: 'The model talks about itself.',
    cure: 'Remove it.',
    example: 'words of the model about itself: "as an AI"',
  },
  advice: {
    means: 'The text gives advice that may harm the reader.',
    cause: 'A phrase that no article of the site may contain.',
    cure: 'Leave it out.',
    example: 'unsafe advice: "borrow money to bet"',
  },
  note: {
    means: 'A note that the reader needs is missing.',
    cause: 'The topic calls for a note, such as one on risk.',
    cure: 'Add the note that the hint describes.',
    example: 'a note on safer gambling is missing',
  },
  url: {
    means: 'A link is none of the sources that were given.',
    cause: 'The model invents addresses.',
    cure: 'Link to a URL of the notes, or write no link.',
    example: 'a URL that no source has: "https://example.org/a"',
  },
  figure: {
    means: 'A figure has no source.',
    cause: 'The model invents numbers.',
    cure: 'Remove the figure, or give its source.',
    example: 'a figure without a source: "73%"',
  },
  calculation: {
    means: 'A sum does not compute.',
    cause: 'The model calculates badly.',
    cure: 'Correct the sum.',
    example: '"2 + 2 = 5" does not compute',
  },
  html: {
    means: 'The text has HTML, a script or an event handler.',
    cause: 'Articles are Markdown only.',
    cure: 'Write it as Markdown.',
    example: 'a script or an event handler',
  },
  link: {
    means: 'A link is not one that the site may have.',
    cause: 'It leads to no page, or is a script or data URL.',
    cure: 'Correct it as the hint says, or remove it.',
    example: 'a script or data URL',
  },
  host: {
    means: 'The text names or links to a site that is not allowed.',
    cause: 'The model invents references.',
    cure: 'Remove it, or allow the host.',
    example: 'a link to "example.org"',
  },
  invisible: {
    means: 'The text has a character that readers do not see.',
    cause: 'The model or a copy brought it in.',
    cure: 'Remove it.',
    example: 'an invisible character, U+200B',
  },
  'duplicate-title': {
    means: 'An article with almost the same title exists.',
    cause: 'The topics are close to each other.',
    cure: 'Choose another title.',
    example: 'an article with almost the same title exists: "How Odds Work"',
  },
  'duplicate-text': {
    means: 'An article with almost the same text exists.',
    cause: 'The topics are close to each other.',
    cure: 'Write about another side of the topic.',
    example: 'an article with almost the same text exists: "How Odds Work"',
  },
  category: {
    means: 'The article is in no category, in too many, or in one that does not exist.',
    cause: 'The model chose badly, or the tree has changed.',
    cure: 'Use a key of `categories.json`.',
    example: 'no category is chosen',
  },
} satisfies Record<string, ErrorEntry>;

export type FindingCode = keyof typeof FINDING_CODES;
