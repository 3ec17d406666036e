/**
 * Ways in which machines leave something in a text, as public reports show them. The rules know the first list. The second
 * one was written down before anybody tried it, and no rule was changed for it: it says what share of unknown ways is found.
 */
import { expect, test } from 'vitest';
import { findLeftovers } from '../../src/content/markdown/leftovers.ts';

const PROSE = 'The pool pays what is left after the house has taken its share.';

/** Where it was reported, and a text of its kind. */
const KNOWN: readonly (readonly [report: string, text: string])[] = [
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
  ['NousResearch/hermes-agent#88363', `${PROSE} {render_inline_citation citation_id="17"}`],
  [
    'soliplex/soliplex#694',
    `${PROSE} 【f2af7f8b-284e-4f53-a7c9-7563bc49f16f:eca7de8b-20ce-4299-9f42-070906aac9c1】.`,
  ],
  [
    'soliplex/soliplex#694 (b)',
    '【commentary to=functions.ask <|constrain|>json<|message|>{"question":"Document"}',
  ],
  ['CherryHQ/cherry-studio#19780', `${PROSE} [cite:2598d0ab-1]`],
  ['brightwave-inc/tidebreak#876', `${PROSE} [[ow-source:0a1b2c3d4e5f60718293a4b5c6d7e8f9]]`],
  ['can1357/oh-my-pi#8495', `${PROSE}<|open|>toolscall tool="StrReplace" index="1"<|sep|>`],
  [
    'xorbitsai/xagent#806',
    `<｜｜DSML｜｜tool_calls> <｜｜DSML｜｜invoke name="read_file"> x </｜｜DSML｜｜tool_calls>`,
  ],
  ['vllm-project/vllm-ascend#12398', `${PROSE} <arg_key>path</arg_key><arg_value>a.md</arg_value>`],
  ['vllm-project/vllm-ascend#12398 (b)', `[tool_call:web_search]\n${PROSE}`],
  ['fishjar/kiss-translator#218', `<finaltext>\n${PROSE}\n</finaltext>`],
  ['mozilla/sumo#2544', `Here is my final translation and explanation.\n\n${PROSE}`],
  ['babarot/oksskolten#110', `Here are a few translation options, depending on the tone:\n\n${PROSE}`],
  ['koharu-rs/koharu#850', `Here is a natural, dramatic translation of those lines:\n\n${PROSE}`],
  ['Vladimir-Human/humanizer-ru#9', `${PROSE}【85†L261-269】`],
  ['Vladimir-Human/humanizer-ru#9 (b)', `${PROSE} grok_render_citation_card_json={"cardIds":["d4f2a1"]}`],
  ['Vladimir-Human/humanizer-ru#9 (c)', 'See [the report](https://a.example/x?referrer=grok.com).'],
  ['Vladimir-Human/humanizer-ru#9 (d)', 'The rule changed on 2025-XX-XX.'],
  ['QwenLM/qwen-code#1403', 'The bank holds the odds. The bank holds the odds. The bank holds the odds.'],
  ['anthropics/claude-code#82803', 'The ruling of the court court court court court court court.'],
  ['mudler/LocalAI#4761', 'Okay, the user is asking, "what is a pool?" I remember a few explanations.'],
  ['run-llama/llama_index#14736 (b)', `Thought: I now know the final answer\nFinal Answer: ${PROSE}`],
];

/** Whoever changes a rule for one of these moves it to the first list, and holds another one out. */
const HELD_OUT: readonly (readonly [report: string, text: string])[] = [
  ['NousResearch/hermes-agent#61262', '<TOOLCALL>{"name":"terminal","arguments":{}}</TOOLCALL>'],
  ['open-webui/open-webui#14525', `${PROSE}</end_of_turn>`],
  ['openclaw/openclaw#94112', `[Chat messages since your last reply - for context]\n\n${PROSE}`],
  ['openclaw/openclaw#94112 (b)', `(no output)\n\n${PROSE}`],
  ['openclaw/openclaw#94112 (c)', `[tool calls omitted]\n\n${PROSE}`],
  ['mykpono/ultimate-seo-geo#14', `𝗧𝗵𝗲 𝗽𝗼𝗼𝗹 pays what is left.`],
  ['plivo-labs/glance#47', `Here is a concise summary of the untrusted web-page text:\n\n${PROSE}`],
  [
    'pvliesdonk/markdown-vault-mcp#923',
    `${PROSE}\n\nIf you want I can: draw a diagram of the pool, or list the shares.`,
  ],
  ['vercel/ai#4913', `print(google_search.search(queries=["pool share"]))\n\n${PROSE}`],
  ['rmusser01/tldw_server#29', `Chunk (1 of 3):\n\n${PROSE}`],
];

const isFound = ([, text]: (typeof KNOWN)[number]) => findLeftovers(text, 'en').length > 0;

test('the known ways are found', () => {
  expect(KNOWN.filter((mode) => !isFound(mode)).map(([report]) => report)).toEqual([]);
});

test('of ten that were held out, two are found', () => {
  expect(HELD_OUT.filter(isFound)).toHaveLength(2);
});

const certain = (text: string) =>
  findLeftovers(text, 'en').flatMap(({ what, isCertain }) => (isCertain ? [what] : []));

test.each([
  [`${PROSE}\n\n[END]`, 'a token of a chat template'],
  [`${PROSE}\n\n### END OF ARTICLE ###`, 'a line that says where the text ends'],
  [`${PROSE}\n\n[Continued in the next message]`, 'a line that says where the text ends'],
  [
    `${PROSE}\n\n(Note: This section is about 300 words and follows the guidelines.)`,
    'an answer about the task',
  ],
  [`**Assistant:** ${PROSE}`, 'a line of a dialogue with a model'],
  [`<answer>${PROSE}</answer>`, 'a token of a chat template'],
  [`{"section": "${PROSE}"}`, 'a value of a program'],
  ['data: {"choices":[{"delta":{"content":"The pool"}}]}', 'a value of a program'],
  ['Rate limit reached for gpt-4o in organization org-abc.', 'an error of a program'],
  ['Traceback (most recent call last):', 'an error of a program'],
  ['The caf\\u00e9 is open until noon.', 'a character that is written as its code'],
  ['Bread &amp;amp; butter.', 'a character that is written as its code'],
  ['The bankâ€™s odds do not move.', 'letters in a wrong encoding'],
  ['Un cafÃ© et un thÃ©.', 'letters in a wrong encoding'],
  ['ÐŸÑ€Ð¸Ð²ÐµÑ‚ from the table.', 'letters in a wrong encoding'],
  [`${PROSE} [Insert statistic here]`, 'a place that was left open'],
  [`${PROSE}[citation needed]`, 'a place that was left open'],
])('%j is found', (text, what) => {
  expect(certain(text)).toContain(what);
});

test.each([
  'He said that “[your] word” counts, and she agreed.',
  'The song goes: very, very, very good. It is very good.',
  'Row on. Row on. Row on.',
  'The value `\\u00e9` stands for é, and `&amp;amp;` for an ampersand.',
  'Ce soir, à « l’Âge d’or », on joue.',
  'NÃO É UM JOGO, diz a placa.',
  'The element `</tool_name>` closes it.',
  'Meet at the end of the article for a summary.',
  'Model: a person who sits for a painter.',
  'The user asked for a refund and the bank paid it.',
  'Error is human.',
  'The reference [20231234-1] is that of the court.',
])('%j is not certain', (text) => {
  expect(certain(text)).toEqual([]);
});
