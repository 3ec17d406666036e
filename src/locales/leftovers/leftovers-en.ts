/** English. Refusals as langroid/langroid#659 and outside tests report them; openings and word counts as Wikipedia lists them ("Signs of AI writing"). */
import type { LeftoverWords } from './leftover-words.ts';

const MAKES =
  '(?:writ|creat|generat|produc|provid|fulfill?|complet|continu|assist|help|comply|do|discuss|engag)';
const TEXT =
  '(?:article|section|text|draft|outline|version|translation|content|paragraph|JSON|summary|rewrite|post|piece)';

export const leftoversEn: LeftoverWords = {
  refusals: [
    `(?:I['’]m|I am) (?:very |really )?sorry,?(?: but)?,? (?:I|as an AI)\\b[^.\\n]{0,40}(?:can['’]?t|cannot|can not|won['’]t|unable|not able)(?: to)? (?:${MAKES})\\w*\\b(?! (?:thinking|feeling|but|wondering|noticing))`,
    `I (?:can['’]?t|cannot|can not|won['’]t|will not|am unable to|am not able to|must decline to) (?:${MAKES})\\w* (?:with )?(?:that|this|the|such|any|an?|you)?\\s?(?:\\w+ ){0,3}(?:content|request|requested|article|section|text that|task|topic)\\b`,
    "Sorry,? (?:but )?(?:I|we) can['’]?(?:not|t) (?:assist|help|comply) with (?:that|this)",
    '(?:As an AI(?: language model)?|As a (?:large )?language model),? I (?:can|do|am|don|cannot|must|was|have)',
  ],
  openings: [
    '[\\[(]?(?:\\.{3}|…) ?(?:the )?(?:rest|remainder) of (?:the |this )?\\w+ (?:remains?|stays?|is) (?:the same|unchanged|omitted)',
    `(?:Sure|Certainly|Of course|Absolutely|Great|Okay|OK)(?: thing)?[!,.:] (?:here|below|following)\\b[^.\\n]{0,60}\\b${TEXT}`,
    '(?:Sure|Certainly|Of course|Absolutely)(?: thing)?! (?:here|below)\\b',
    `(?:Sure|Certainly|Of course|Absolutely)[!,.:] I(?:['’]ve|['’]ll| have| will| can)? (?:${MAKES}|wrote|rewrote|revised|drafted)\\w*\\b[^.\\n]{0,40}\\b${TEXT}`,
    'the user (?:is asking|has asked|asked|wants|needs) me\\b',
    '(?:Okay|OK|Alright|Hmm),? (?:so )?the user\\b',
    `\\(?Note: (?:this|the) ${TEXT}\\b[^.\\n]{0,80}(?:\\d words|word (?:count|limit)|guidelines|instructions|requested)`,
    `(?:Here|Below)(?:['’]s| is| are) (?:the|your|an?|my) (?:[\\w-]+ ){0,3}?${TEXT}(?: (?:you|as) (?:requested|asked)|[^.\\n]{0,30}\\b(?:you (?:asked|requested)|as requested))`,
  ],
  talk: {
    openings: [
      '(?:final|possible|suggested) (?:answer|version|text):',
      '(?:sure|certainly|of course|absolutely)[,!.:]? (?:here|I)\\b',
      `here(?:['’]s| is| are) (?:the|your|my|some|an?(?: few)?) (?:[\\w-]+,? ){0,3}?(?:${TEXT}|translations?)`,
      `(?:would you like me|do you want me) to (?:${MAKES}|add|expand|go)`,
      `(?:let['’]s|let me|I(?:['’]ll| will)) (?:now )?(?:write|draft|produce|output|translate) (?:the|this|our) (?:response|answer|${TEXT})`,
      'I (?:have )?searched (?:the )?(?:web|internet|online)\\b',
    ],
    anywhere: [
      '\\b(?:as of|up to) my (?:last|latest|most recent) (?:knowledge |training )?(?:update|cut-?off)\\b',
      '\\bmy (?:knowledge|training data) (?:cut-?off|(?:only )?(?:goes|extends) (?:up )?to|(?:was|were) last updated)\\b',
      '\\b(?:corrected|revised|literal) translation (?:should|would|could) be\\b',
      '\\bas an? (?:AI|artificial intelligence|(?:large )?language model)\\b',
      '\\bas (?:instructed|per your (?:request|instructions?)|you (?:requested|instructed)),? I (?:will|have)\\b',
      '\\b(?:let me know if you|I hope this (?:helps|article)|feel free to ask)\\b',
      "\\bI(?:['’]m| am) (?:sorry|unable)[^.]{0,40}\\b(?:assist|help|comply|fulfil)",
    ],
  },
  counts: '(?:approx(?:imate|\\.)? )?word count|total words',
  labels:
    '(?:meta|SEO) (?:title|description|keywords?)|(?:focus|primary|target) key(?:word|phrase)s?|target (?:audience|word count)|keywords',
  ends: `end of (?:the |this )?${TEXT}|\\[?(?:to be )?continued? in (?:the|my|a) next (?:message|response|reply|part)`,
  roles: { asks: 'User|Human', answers: 'Assistant|AI|Model|ChatGPT|Bot', program: 'Assistant|ChatGPT' },
  cut: '\\b(?:and|or|but|the|an?|of|to|with|for|from|by|at|as|that|which|because|if|when|while|than|its|their|your|our|is|are|was|were|into)',
};
