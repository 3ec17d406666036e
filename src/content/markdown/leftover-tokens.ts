/** Lists what only programs write: marks of chat programs, tokens of models, calls of tools, and values that were printed by mistake. */

export const TAKE_OUT = 'take it out';

const anyOf = (flags: string, ...patterns: readonly RegExp[]) =>
  new RegExp(patterns.map(({ source }) => source).join('|'), flags);

/**
 * Exact in every language: nobody writes these outside code. Sources: Wikipedia's "Signs of AI writing"; chat templates of
 * OpenAI, Llama, Mistral, Gemma, Command R, GLM, T5, Kimi and DeepSeek; reports such as Stack-Cairn/LiveAgent#625,
 * glific/glific#4011, muxinc/ai#209, soliplex/soliplex#694, vllm-project/vllm-ascend#12398.
 */
export const TOKENS: readonly (readonly [what: string, hint: string, pattern: RegExp])[] = [
  [
    'a citation mark of a chat program',
    'name the source, or take the mark out',
    anyOf(
      'g',
      /:?contentReference\[oaicite:\d+\](?:\{index=\d+\})?/,
      /\[oai_citation:\d+[^[\]\n]{0,200}\](?:\([^()\n]{0,200}\))?/,
      /【\d+(?::\d+)?†[^】\n]{0,80}】/,
      /\ue200cite[\ue200-\ue206\w]*/,
      /\b(?:cite)?turn\d+(?:search|view|news|image|file|fetch|product|academia|forecast)\d+(?:turn\d+\w+\d+)*/,
      /\bcitegenerated-[\w-]+/,
      /\[cite_start\]|\[cite: ?\d+(?:, ?\d+)*\]|\[(?:web|attached_file):\d+\]/,
      // The name of a passage of a search: hexadecimal, since people count theirs.
      /[[【](?:[a-z-]{1,20}: ?)?(?=[\d-]*[a-f])[0-9a-f]{8}(?:-[0-9a-f]{1,12}){1,9}(?::[0-9a-f-]{8,50})?[\]】](?!\()/,
      /\[\[[a-z-]{1,20}:[0-9a-f]{12,64}\]\]/,
      /\(\{"attribution":\{"attributableIndex":"[^"\n]{0,40}"\}\}\)/,
      /<grok-card\b[^<>\n]{0,500}>|\b(?:grok_)?render_(?:[a-z]{1,20}_)?citation\w{0,20}/,
    ),
  ],
  [
    'an address with the mark of a chat program',
    'take that part out of the address',
    /\b(?:utm_source=(?:chatgpt\.com|openai|copilot\.com)|referrer=(?:grok\.com|chatgpt\.com))\b/g,
  ],
  [
    'a token of a chat template',
    TAKE_OUT,
    anyOf(
      'gim',
      /<\|[a-z][\w▁]{1,40}\|?>|<[a-z][\w▁]{1,40}\|>|<\/?｜[^<>\n]{1,80}>/,
      /\[\/?INST\]|<<\/?SYS>>|<(?:start|end)_of_\w{1,30}>|<(?:eos|bos|pad|unk|sop|eop)>/,
      /<(?:unused|extra_id_|reserved_\w{0,20})\d+>|<\/?(?:\w{1,20}:)?(?:think|reason|reflect)(?:ing|ion)?>/,
      /\[gMASK\]|\[\/?(?:THINK|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT|AVAILABLE_TOOLS|SYSTEM_PROMPT|MODEL_SETTINGS)\]/,
      /\bassistantfinal(?=\S)|\[end of text\]|^\[(?:End )?(?:Thinking|Reasoning)\]$|^\[(?:END|DONE|EOF|EOS|STOP)\]$/,
      /^<\/?(?:answer|final_answer|final|response|reply|scratchpad|analysis|assistant|user|system|instructions?|thoughts?)>$/,
      /<\/?ant(?:Artifact|Thinking)\b[^<>\n]{0,200}>|<\/?final_?(?:text|answer|response|translation)>|^<answer>|<\/answer>$/,
      // A closing tag whose name has an underscore: no element of HTML has one.
      /<\/[a-z]{1,30}(?:_[a-z]{1,30}){1,5}>/,
    ),
  ],
  [
    'a call of a tool',
    TAKE_OUT,
    anyOf(
      'gm',
      /<\/?(?:\w{1,20}:)?(?:tool|function)_(?:call|use|result|response)s?>|\[tool_calls?:[^\]\n]{1,80}\]/,
      /<(?:function|parameter|invoke)(?:=| name=)[^<>\n]{1,80}>|<\/(?:function|parameter|invoke)>/,
      /^\{"(?:name|tool|function|action)": ?"[\w.-]{1,60}", ?"(?:arguments|parameters|args|input|action_input)": ?[{"].*$/,
      /^Action: .{1,80}\nAction Input: .*$|^Finish\[.{3,}\]$|^Thought: .{1,400}\n{1,2}(?:Action|Observation|Final Answer): /,
    ),
  ],
  [
    'a value of a program',
    TAKE_OUT,
    anyOf(
      'gm',
      /^(?:undefined|null|NaN)[ \t]*$|(?<!["'«“‘„`/] ?)\[object Object\]/,
      /^data: (?:\{"|\[DONE\]$)|^\{"\w{1,30}": ?["[{].*\}$/,
    ),
  ],
  [
    'an error of a program',
    'write the text that belongs there',
    anyOf(
      'gm',
      /^Traceback \(most recent call last\):|^Rate limit (?:reached|exceeded) for \S/,
      /^You exceeded your current quota|^This model['’]s maximum context length is/,
      /^(?:(?:HTTP )?Error(?: code)?:? )?(?:(?:429|5\d\d)[ :-]{1,3})?(?:Too Many Requests|Internal Server Error|Bad Gateway|Service Unavailable|Gateway Time-?out)\.?$/,
    ),
  ],
  [
    'a character that is written as its code',
    'write the character itself',
    /(?<!\\)\\u[0-9a-fA-F]{4}|&amp;(?:amp|quot|lt|gt|nbsp|apos|#\d{1,6});/gu,
  ],
  [
    'letters in a wrong encoding',
    'write the letters themselves: UTF-8 was read as another encoding',
    /â€[\u0080-\u009f“”™œž˜¦¢]|Ã[\u0080-\u009f¡-¶¸-¿](?=\p{Ll}|[\s.,;:!?)])|Â[£©®°±·](?!\p{L})|(?:[ÐÑ][\u0080-\u00bf‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ€]){3}/gu,
  ],
  [
    'a line break that is written as two characters',
    'put a line break in its place',
    /^(?! {4})[^\n]*?(?:[\p{L}\p{N}.!?:…。)*\]]\\n\\n(?=[\p{L}\p{N}#*>-])|[.!?…。]["”’»)]?\\n(?=\p{Lu}|\p{Lo}|[-*#] |\d+\.|$))/gmu,
  ],
  ['a date without its digits', 'write the date', /\b(?:19|20)\d\d-(?:\d\d|XX)-XX\b/g],
  [
    'a place that was left open',
    'write what belongs there, or leave it out',
    /\[citation needed\]|\[(?:(?:insert|enter|provide) [^\][\n]{3,80}|your (?:name|company|brand|link|website|title|email)[^\][\n]{0,40})\](?![([:])|\b(?:your-link-here|image_url_here|link_to_\w{1,30}_here)\b/gi,
  ],
];
