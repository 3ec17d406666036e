/**
 * Thirty ways in which machines leave something in a text, as public reports show them. The rules were written with twenty of
 * them; the ten with the first hashes were held out, so they say what share of unknown ways is found.
 */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { findLeftovers } from '../../src/content/markdown/leftovers.ts';

const PROSE = 'The pool pays what is left after the house has taken its share.';

/** Where it was reported, and a text of its kind. */
const MODES: readonly (readonly [report: string, text: string])[] = [
  ['moltis-org/moltis#306', `${PROSE}<|im_end|>`],
  ['jundot/omlx#1087', `${PROSE}<eos>`],
  ['unslothai/unsloth#2360', `${PROSE}<|reserved_special_token_193|><|reserved_special_token_87|>`],
  ['exo-explore/exo#1588', `<|python_tag|>{"name": "search", "parameters": {}}<|eom_id|>`],
  ['Blaizzy/mlx-vlm#899', `<|channel>\nThe reader asks about pools.\n<channel|>\n${PROSE}`],
  ['ollama/ollama#18044', `I should keep it short.\n</think>\n\n${PROSE}`],
  ['earendil-works/pi#5808', `${PROSE} </mm:think>`],
  ['tinyhumansai/openhuman#6184', `<thought>\nFirst the share, then the rest.\n</thought>\n\n${PROSE}`],
  ['anomalyco/opencode#36522', `The share comes first.\n</thinking>\n\n${PROSE}`],
  [
    'NousResearch/hermes-agent#83023',
    `${PROSE}\n\n<tool_call>\n{"name": "search", "arguments": {"query": "pool share"}}\n</tool_call>`,
  ],
  [
    'NousResearch/hermes-agent#83023 (b)',
    `<function=search><parameter=query>pool share</parameter></function>\n\n${PROSE}`,
  ],
  [
    'signalnine/q27#24',
    `<name>task\n</parameter>\n<parameter=description>\nLook up the share\n</parameter>\n\n${PROSE}`,
  ],
  [
    'Blaizzy/mlx-vlm#2190',
    `<function name="get_share"><param name="house">North</param></function>\n\n${PROSE}`,
  ],
  ['NousResearch/hermes-agent#23508', `<tool_use>{"name": "search", "input": {}}</tool_use>\n\n${PROSE}`],
  ['NickMonrad/kernel-ai-assistant#1418', `[Thinking]\nThe share comes first.\n[End Thinking]\n\n${PROSE}`],
  ['PauseAI/pauseai-website#334', `Sure, I've written a translation:\n\n${PROSE}`],
  ['microsoft/semantic-kernel#34', `Possible answer:\n\n${PROSE}`],
  [
    'immersive-translate/immersive-translate#2596',
    `${PROSE}\n\nNote that "pool" usually means a common fund here, so the corrected translation should be: ${PROSE}`,
  ],
  [
    'kekzl/imp#768',
    `<|channel|>analysis<|message|>The share first.<|end|><|start|>assistant<|channel|>final<|message|>${PROSE}`,
  ],
  [
    'Augustas11/macprovider#743',
    `analysisWe need to write about the pool. We should output only that.assistantfinal${PROSE}`,
  ],
  [
    'odysseus-dev/odysseus#4522',
    `${PROSE} <|channel|>commentary to=functions.web_search<|message|>{}<|call|>`,
  ],
  ['NousResearch/hermes-agent#62680', `${PROSE} <channel|> The rest goes to the winners.`],
  [
    'run-llama/llama_index#14736',
    `Thought: I need the share of the house.\nAction: search\nAction Input: pool share\n\n${PROSE}`,
  ],
  ['lamalab-org/corral#197', `Final Answer: ${PROSE}`],
  ['stanfordnlp/dspy#1339', `Finish[${PROSE}]`],
  ['mozilla-ai/llamafile#264', `To show the share, write it so:\nundefined\n\n${PROSE}`],
  ['chatwoot/docs#380', `Hey {{ contact.name }}, the pool pays what is left.`],
  [
    'openai/openai-python#341',
    `As of my knowledge cutoff date of March 2023, the house takes a tenth. ${PROSE}`,
  ],
  ['QwenLM/Qwen3#525', `${PROSE} My training data was last updated in 2021.`],
  ['NousResearch/hermes-agent#68512', `${PROSE}\n\n[... rest of the article remains unchanged ...]`],
];

/** Braces may be meant for readers, as in an article about templates. */
const NOT_FOUND = ['chatwoot/docs#380'];

const hashOf = ([report]: (typeof MODES)[number]) => createHash('sha1').update(report).digest('hex');
const ranked = MODES.toSorted((a, b) => (hashOf(a) < hashOf(b) ? -1 : 1));
const [heldOut, known] = [ranked.slice(0, 10), ranked.slice(10)];
const isFound = ([, text]: (typeof MODES)[number]) => findLeftovers(text, 'en').length > 0;

test('the twenty known ways are found, but for those with a reason', () => {
  expect(known.filter((mode) => !isFound(mode)).map(([report]) => report)).toEqual(NOT_FOUND);
});

test('of the ten that were held out, seven are found', () => {
  expect(heldOut.filter(isFound)).toHaveLength(7);
});
