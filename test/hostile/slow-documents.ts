/** Known slow inputs of Markdown parsers (CommonMark, GFM, footnotes, bare links), repeated to any length. */
const rep = (unit: string, size: number) => unit.repeat(Math.ceil(size / unit.length));
const UNITS: Readonly<Record<string, string>> = {
  nl: '\n',
  cr: '\r',
  nlnl: '\n\n',
  aSetext: 'a\n-\n',
  aSetext2: 'a\n=\n',
  _a: '_a',
  __a: '__a',
  star_a_: '*a_',
  starstar_a: '**a',
  tt_a: '~~a',
  a_tt: 'a~~',
  tick: '`a`',
  fn: '[^',
  sp: ' ',
  hashsp: '# ',
  lt: '<',
  ltbang: '<!--',
  ltq: '<?',
  amp: '&',
  bang: '![',
  br: '[',
  brp: '](',
  obr: '[a](',
  paren: '(',
  bs: '\\',
  at: 'a@',
  dot: 'a.',
  http: 'http://a;',
  www: 'www.a ',
  num: '1. ',
  dash: '- ',
  gt: '> ',
  fndef: '[^1]:',
  ddef: '[a]: b\n',
  tab: '\t',
  table: '|a',
  tablerow: '|a\n|-\n',
  pipe: '|',
  bt: '`',
  bts: '`` ` ',
  tilde: '~',
  tildes: '~~',
  star: '*',
  us: '_',
  starsp: '* ',
  star2: '**',
  quote: '"',
  lta: '<a',
  lthref: '<a href="',
  cdata: '<![CDATA[',
  entity: '&#',
  html: '<div>\n',
  htmlc: '</div>',
  amp2: '&a',
  emph: '*a **a ',
  emphm: 'a*b_c~~',
  email: 'a@b.',
  quoteAfterLine: '\n[\n>',
  linesOfItem: '- ~\na',
  emailu: 'a_b@',
  hr: '---\n',
  hr2: '* * *\n',
  fence: '```\n',
  fence2: '~~~a\n',
  ref: '[a][b] ',
  img: '![a](b ',
  link: '[a](<b',
  title: '[a](b "c',
  escaped: '\\[a',
  emoji: '😀',
  korean: '한국',
  pct: '%',
  word: 'a',
  wordsp: 'a ',
  wordnl: 'a\n',
  wordnl2: 'a  \n',
  spnl: ' \n',
  numnl: '1\n',
  lazy: '> a\n\nb\n',
  nestedlist: '- a\n  ',
  fnm: '[^a] ',
  fnd2: '[^a]: b\n\n',
  cp: ':',
  semi: ';',
  caret: '^',
  bracketclose: ']',
  nested: '[[]',
  ins: 'a\\\n',
  tdash: '-|-\n',
  htmlopen: '<x y="',
  comment: '<!-- a -->',
  mailto: 'mailto:a',
  xmpp: 'xmpp:',
  ftp: 'ftp://',
  httpb: 'https://a.b/c?d=',
  wwwdot: 'www.',
  underscoreword: 'a_',
  starword: 'a*',
};
/** Texts of about `n` characters that make parsers of Markdown slow or deep. @returns name → text */
export function slowDocuments(n: number): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [name, unit] of Object.entries(UNITS)) out[name] = rep(unit, n).slice(0, n);
  out.httpSemi = `http://a${rep(';', n)}`;
  out.httpParen = `http://a${rep(')', n)}`;
  out.httpQ = `http://a${rep('?', n)}`;
  out.httpAmp = `http://a${rep('&amp;', n)}`;
  out.trailsp = `a${rep(' ', n)}\nb`;
  out.hashTrail = `# a${rep(' ', n)}b`;
  out.hashHash = `# a${rep('#', n)}b`;
  out.hashsp1 = `#${rep(' ', n)}a`;
  out.nestq = `${rep('> ', n)}a`;
  out.nestlist = Array.from({ length: Math.floor(Math.sqrt(n)) }, (_, i) => `${' '.repeat(i * 2)}- a`).join(
    '\n',
  );
  out.fnSpaces = `[^1]: ${rep(' ', n)}\n\na[^1]`;
  out.fnIndent = `[^1]: a\n${rep('  \n', n)}[^1]`;
  out.fnBlank = `[^1]: a\n${rep('\n', n)}[^1]`;
  out.manyFn = Array.from(
    { length: Math.floor(n / 24) },
    (_, i) => `[^${i}]: note ${i}\n\nx[^${i}]\n\n`,
  ).join('');
  out.oneFn = `[^1]: a\n\n${rep('[^1] ', n)}`;
  out.fnChain = `${Array.from({ length: Math.floor(n / 24) }, (_, i) => `[^${i}]: n[^${i + 1}]\n\n`).join('')}[^0]`;
  out.directives = rep(':::callout\na\n:::\n', n);
  out.leaves = rep('::odds{values=2}\n', n);
  out.attributes = `:::callout{title="${rep('a=\\"', n)}"}\na\n:::`;
  out.alerts = rep('> [!NOTE]\n> a\n\n', n);
  out.colons = rep('a ::: :: ', n);
  out.headings = rep('## A\n', n);
  out.links = rep('[a](/b) ', n);
  out.images = rep('![a](b.png) ', n);
  out.reflinks = `[a]: /b\n\n${rep('[a] ', n)}`;
  out.defs = Array.from({ length: Math.floor(n / 12) }, (_, i) => `[a${i}]: /b\n`).join('');
  out.tab1 = `|a|\n|-|\n${rep('|b|\n', n)}`;
  out.tabw = `${rep('|a', n / 2)}|\n${rep('|-', n / 2)}|\n`;
  out.lead = `${rep(' ', n)}a`;
  out.ltspaces = `<a${rep(' ', n)}`;
  out.ltattr = `<a ${rep('b=c ', n)}`;
  out.deepEm = rep('*a ', n / 2) + rep('b*', n / 2);
  out.deepEm2 = `${rep('**a *b ', n)}c`;
  out.prose = rep(
    'The odds say more than a story does, and *a little* care with `code` and [links](/a) helps. ',
    n,
  );
  out.proseP = rep('The odds say more than a story does.\n\n', n);
  out.sup = rep('a^b', n);
  out.parens = `[a](${rep('(', n)}`;
  out.parens2 = `[a](${rep('(', n / 2)}${rep(')', n / 2)})`;
  out.bk = `[${rep('[', n / 2)}${rep(']', n / 2)}`;
  out.mixed = rep('*_~`[', n);
  out.codeblk = `\`\`\`js\n${rep('a', n)}\n\`\`\``;
  out.indented = rep('    a\n', n);
  out.listBlank = rep('- a\n\n', n);
  out.list2 = rep('- a\n', n);
  out.numlist = Array.from({ length: Math.floor(n / 6) }, (_, i) => `${i}. a\n`).join('');
  out.task = rep('- [ ] a\n', n);
  out.mixlist = rep('- a\n* b\n', n);
  out.mixlist2 = rep('- a\n1. b\n', n);
  out.lazyq = rep('> a\nb\n', n);
  out.q2 = rep('> a\n\n', n);
  out.htmlb = rep('<p>a</p>\n\n', n);
  out.hard = rep('a\\\nb  \n', n);
  out.lines = rep('a\n', n);
  out.autolink = rep('<http://a> ', n);
  out.decl = rep('<!A ', n);
  out.pi = rep('<?a ', n);
  out.tablePipe = rep('a|b\n', n);
  out.tableD = `a|b\n-|-\n${rep('a|b\n', n)}`;
  out.def2 = rep('[a]:\n', n);
  out.def3 = `[a]: <${rep('b', n)}`;
  out.def4 = `[a]: b "${rep('c\n', n)}`;
  out.def5 = `[${rep('a', n)}`;
  out.entity3 = rep('&amp', n);
  out.entity4 = rep('&lt;', n);
  out.num3 = rep('&#1;', n);
  return out;
}
