/** Makes the text of the corpus: sentences and Markdown blocks from a small grammar. */

const ADJECTIVES =
  'careful patient sober modest honest steady narrow hidden common public private local recent ordinary small large early late cheap costly plain simple subtle formal practical regional seasonal annual weekly daily independent reliable uncertain stubborn curious nervous calm quick slow deep shallow loose tight balanced hostile friendly marginal profitable expensive visible measured average unusual familiar professional amateur theoretical mathematical historical'.split(
    ' ',
  );
const NOUNS =
  'player dealer bankroll market price margin stake record table tournament opponent decision season estimate sample model ledger rule bonus limit deposit account session streak mistake habit method regulator operator bookmaker exchange commission forecast calculation probability hand position stack blind pot flop river raise call fold bluff read range payout jackpot ticket coupon match wicket innings league club stadium referee statistic report survey theory argument lesson reader writer editor column notebook budget household promise warning signal pattern reward risk reserve schedule interval threshold'.split(
    ' ',
  );
const PLURALS =
  'players prices records numbers margins stakes tables opponents decisions seasons estimates samples limits sessions mistakes habits methods regulators operators bookmakers commissions forecasts hands positions stacks ranges payouts matches leagues statistics reports surveys readers promises warnings patterns rewards risks reserves thresholds'.split(
    ' ',
  );
const VERBS =
  'changes explains hides reveals protects limits shapes measures follows rewards punishes describes improves delays confirms outlasts supports replaces weakens governs'.split(
    ' ',
  );
const INFINITIVES =
  'record compare review measure ignore question estimate reduce explain verify postpone separate repeat describe defend predict'.split(
    ' ',
  );
const ADVERBS =
  'often rarely quietly usually slowly seldom clearly openly barely mostly gradually plainly'.split(' ');
const PREPOSITIONS = 'before after behind beside without against under within near between'.split(' ');

const CODE = {
  text: (random) =>
    `stake    = ${random.between(10, 900)}\nprice    = ${random.between(11, 90) / 10}\nexpected = stake × (price × p − 1)`,
  json: (random) =>
    `{\n  "stake": ${random.between(10, 900)},\n  "price": ${random.between(11, 90) / 10},\n  "settled": ${random.chance(0.5)}\n}`,
  js: (random) =>
    `const stake = ${random.between(10, 900)};\nfor (const price of prices) {\n  total += stake * (price - 1);\n}`,
};

const SENTENCES = [
  (w) => `The ${w.adjective()} ${w.noun()} ${w.verb()} the ${w.noun()} ${w.preposition()} every ${w.noun()}.`,
  (w) =>
    `${w.opening()}, ${w.adjective()} ${w.plural()} ${w.infinitive()} a ${w.noun()} that nobody asked for.`,
  (w) =>
    `If the ${w.noun()} ${w.verb()} a ${w.noun()}, the ${w.plural()} will ${w.infinitive()} it ${w.preposition()} the next ${w.noun()}.`,
  (w) => `Few ${w.plural()} ${w.adverb()} ${w.infinitive()} what a ${w.adjective()} ${w.noun()} costs.`,
  (w) =>
    `It pays to ${w.infinitive()} the ${w.noun()}, to ${w.infinitive()} the ${w.noun()} and to keep ${w.adjective()} ${w.plural()}.`,
  (w) =>
    `In ${w.number()} of ${w.number() + 400} cases the ${w.noun()} ${w.adverb()} ${w.verb()} the ${w.adjective()} ${w.noun()}.`,
  (w) =>
    `A ${w.adjective()} ${w.noun()} is not a ${w.noun()}, and ${w.plural()} that say so ${w.adverb()} ${w.infinitive()} their own ${w.plural()}.`,
  (w) =>
    `“The ${w.noun()} ${w.verb()} everything,” says one ${w.noun()}, though the ${w.plural()} ${w.adverb()} agree.`,
  (w) =>
    `What the ${w.adjective()} ${w.noun()} ${w.verb()} ${w.preposition()} the ${w.noun()} is worth ${w.number()} rupees at most.`,
  (w) => `Nobody can ${w.infinitive()} the ${w.noun()} twice.`,
  (w) =>
    `The ${w.noun()}’s ${w.noun()} isn’t ${w.adjective()}; it ${w.adverb()} ${w.verb()} the ${w.noun()}.`,
];

/** Words and sentences of one stream of draws. */
function createWords(random) {
  const one = (list) => () => random.pick(list);
  const words = {
    adjective: one(ADJECTIVES),
    noun: one(NOUNS),
    plural: one(PLURALS),
    verb: one(VERBS),
    infinitive: one(INFINITIVES),
    adverb: one(ADVERBS),
    preposition: one(PREPOSITIONS),
    number: () => random.between(2, 400),
    opening: () => capitalize(random.pick(ADVERBS)),
  };
  return words;
}

export function renderSentence(random) {
  return withArticles(random.pick(SENTENCES)(createWords(random)));
}

/** A paragraph with emphasis, inline code and links here and there. @param link gives the target of a link */
export function renderParagraph(random, link) {
  const words = createWords(random);
  const sentences = Array.from({ length: random.between(3, 6) }, () => renderSentence(random));
  if (random.chance(0.35)) sentences.push(`This is where a **${words.adjective()} ${words.noun()}** helps.`);
  if (random.chance(0.35))
    sentences.push(`The word for it is *${words.noun()}*, and it ${words.verb()} little.`);
  if (random.chance(0.15)) sentences.push(`Note it as \`${words.noun()}-${words.number()}\` in the ledger.`);
  if (random.chance(0.4)) {
    sentences.push(`More on this in [the ${words.adjective()} ${words.noun()}](${link()}).`);
  }
  return withArticles(sentences.join(' '));
}

export function renderHeading(random) {
  const words = createWords(random);
  const heading = random.pick([
    () => `Why the ${words.noun()} ${words.verb()} the ${words.noun()}`,
    () => `A ${words.adjective()} ${words.noun()}, step by step`,
    () => `${capitalize(words.plural())} and ${words.plural()}`,
    () => `How to ${words.infinitive()} a ${words.adjective()} ${words.noun()}`,
  ])();
  return withArticles(heading);
}

export function renderList(random) {
  const words = createWords(random);
  const ordered = random.chance(0.4);
  const items = Array.from({ length: random.between(3, 5) }, (_, index) => {
    const mark = ordered ? `${index + 1}.` : '-';
    const line = `${mark} **${capitalize(words.noun())}**: ${words.infinitive()} the ${words.adjective()} ${words.noun()} ${words.preposition()} the ${words.noun()}.`;
    const nested = !ordered && random.chance(0.12);
    return nested
      ? `${line}\n  - Only ${words.preposition()} a ${words.noun()}.\n  - Never ${words.preposition()} a ${words.noun()}.`
      : line;
  });
  return withArticles(items.join('\n'));
}

export function renderTable(random) {
  const words = createWords(random);
  const rows = Array.from(
    { length: random.between(3, 5) },
    () => `| ${capitalize(words.noun())} | ${words.number()} | ${(words.number() / 4).toFixed(2)} |`,
  );
  return [`| ${capitalize(words.plural())} | Stake | Return |`, '|---|---:|---:|', ...rows].join('\n');
}

export function renderCode(random) {
  const language = random.pick(['text', 'json', 'js']);
  return `\`\`\`${language}\n${CODE[language](random)}\n\`\`\``;
}

export function renderQuote(random) {
  return `> ${renderSentence(random)} ${renderSentence(random)}`;
}

/** Titles differ as long as their indexes do. */
export function renderTitle(random, index) {
  const places = TITLES.length * ADJECTIVES.length * NOUNS.length;
  // A step without a common factor visits every combination once before the first comes back.
  const at = Math.imul(index % places, 7919) >>> 0;
  const spot = at % places;
  const shape = TITLES[spot % TITLES.length];
  const adjective = ADJECTIVES[Math.floor(spot / TITLES.length) % ADJECTIVES.length];
  const noun = NOUNS[Math.floor(spot / TITLES.length / ADJECTIVES.length)];
  const round = Math.floor(index / places);
  const title = withArticles(
    shape(capitalize(adjective), capitalize(noun), capitalize(random.pick(PLURALS))),
  );
  return round > 0 ? `${title}, Part ${round + 1}` : title;
}

const TITLES = [
  (adjective, noun, others) => `The ${adjective} ${noun} and Its ${others}`,
  (adjective, noun, others) => `What a ${adjective} ${noun} Says About ${others}`,
  (adjective, noun, others) => `How the ${adjective} ${noun} Outlives ${others}`,
  (adjective, noun, others) => `${adjective} ${noun}: A Guide to ${others}`,
  (adjective, noun, others) => `Reading a ${adjective} ${noun} Without ${others}`,
  (adjective, noun, others) => `In Praise of the ${adjective} ${noun}, with ${others}`,
  (adjective, noun, others) => `Three ${others} for a ${adjective} ${noun}`,
];

function withArticles(text) {
  return text.replace(/\b([Aa]) (?=[aeiouAEIOU])/g, '$1n ');
}

function capitalize(word) {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
