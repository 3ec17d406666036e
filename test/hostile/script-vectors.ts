/** Texts that try to run a script in a reader's page: elements, handlers, URLs, encodings, in every place of Markdown. */

/** The call in each vector. A page that runs it sets `window.ran`. */
const CALL = 'top.ran=1';

const ELEMENTS = [
  '<script>@</script>',
  '<script src="data:text/javascript,@"></script>',
  '<scr<script>ipt>@</scr</script>ipt>',
  '<script>@',
  '<script/x>@</script>',
  '<svg><script>@</script></svg>',
  '<svg><script href="data:text/javascript,@"/></svg>',
  '<svg><animate onbegin="@" attributeName="x" dur="1s">',
  '<svg><set onbegin="@" attributeName="x">',
  '<svg><a xlink:href="javascript:@"><text y="9">x</text></a></svg>',
  '<svg><use href="data:image/svg+xml,<svg id=x onload=@ xmlns=http://www.w3.org/2000/svg></svg>#x"/></svg>',
  '<math><mtext><table><mglyph><style><img src onerror="@">',
  '<math href="javascript:@">x</math>',
  '<iframe src="javascript:@"></iframe>',
  '<iframe srcdoc="<script>@</script>"></iframe>',
  '<object data="javascript:@"></object>',
  '<object data="data:text/html,<script>@</script>"></object>',
  '<embed src="javascript:@">',
  '<form action="javascript:@"><button autofocus>x</button></form>',
  '<form><button formaction="javascript:@">x</button></form>',
  '<input type="image" src="x" onerror="@">',
  '<isindex action="javascript:@" type="image">',
  '<base href="javascript:/@//">',
  '<meta http-equiv="refresh" content="0;url=javascript:@">',
  '<meta http-equiv="Content-Security-Policy" content="script-src *">',
  '<link rel="stylesheet" href="javascript:@">',
  '<link rel="import" href="data:text/html,<script>@</script>">',
  '<style>@import "javascript:@";</style>',
  '<style>*{background:url("javascript:@")}</style>',
  '<div style="background:url(javascript:@)">x</div>',
  '<div style="width:expression(@)">x</div>',
  '<noscript><p title="</noscript><img src=x onerror=@>">',
  '<template><script>@</script></template>',
  '<textarea><img src=x onerror="@"></textarea>',
  '<title><img src=x onerror="@"></title>',
  '<plaintext><img src=x onerror="@">',
  '<xmp><img src=x onerror="@"></xmp>',
  '<!--><img src=x onerror="@">-->',
  '<!-- --!><img src=x onerror="@">',
  '<![CDATA[><img src=x onerror="@">]]>',
  '<?xml-stylesheet href="javascript:@"?><img src=x onerror="@">',
  '</title><script>@</script>',
  '</main></body><script>@</script>',
  '"><img src=x onerror="@">',
  "'><img src=x onerror='@'>",
  '`><img src=x onerror=@>',
  '<img src="x`><img src=x onerror=@>"`>',
  '<a href="javascript&colon;@">x</a>',
  '<a href="&#106;avascript:@">x</a>',
  '<a href="java&#10;script:@">x</a>',
  '<a href="  javascript:@">x</a>',
  '<a href="vbscript:@">x</a>',
  '<a href="data:text/html,<script>@</script>">x</a>',
];

const TAGS = [
  'img src=x',
  'svg',
  'body',
  'video src=x',
  'audio src=x',
  'details open',
  'marquee',
  'a tabindex=0',
  'input autofocus',
  'div',
  'x-y',
];
const HANDLERS = [
  'onerror',
  'onload',
  'onfocus',
  'ontoggle',
  'onstart',
  'onpointerover',
  'onanimationstart',
  'OnErRoR',
];
const WRITTEN = ['<# %="@">', "<# %='@'>", '<# %=@>', '<#\n%\n=\n"@"\n>', '<#/%="@">'];

const SCHEMES = [
  'javascript:@',
  'JaVaScRiPt:@',
  ' javascript:@',
  'java\tscript:@',
  'java&#x0A;script:@',
  'javascript&colon;@',
  '&#x6A;avascript:@',
  '\u0001javascript:@',
  'javascript\u00a0:@',
  'jav\\ascript:@',
  'vbscript:@',
  'data:text/html;base64,PHNjcmlwdD50b3AucmFuPTE8L3NjcmlwdD4=',
  'data:text/html,<script>@</script>',
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="@"/>',
  'blob:https://example.org/x',
  'file:///etc/passwd',
  'view-source:javascript:@',
  'feed:javascript:@',
  '//javascript:@',
  'javascript:@//https://example.org/',
];

/** Places of Markdown that take a URL. */
const LINKS = [
  '[x](%)',
  '[x](<%>)',
  '![x](%)',
  '<%>',
  '[x](% "t")',
  '[x][r]\n\n[r]: %',
  '![x][r]\n\n[r]: <%> "t"',
  '[![x](%)](%)',
  '| a |\n|---|\n| [x](%) |',
  '- [x](%)',
  '> [x](%)',
  '[^n]\n\n[^n]: [x](%)',
  '**[x](%)**',
];

/** Places of Markdown that take a text. */
const TEXTS = [
  '%',
  'a % b',
  '# %',
  '- %',
  '> %',
  '| a |\n|---|\n| % |',
  '`%`',
  '```html\n%\n```',
  '```%\nx\n```',
  '[%](https://example.org/)',
  '[x](https://example.org/ "%")',
  '![%](https://example.org/x.png)',
  '[^n]\n\n[^n]: %',
  '*%*',
];

/** About 1,500 texts. */
export function scriptVectors(): string[] {
  const handlers = TAGS.flatMap((tag) =>
    HANDLERS.flatMap((handler) => WRITTEN.map((form) => form.replace('#', tag).replace('%', handler))),
  );
  const urls = SCHEMES.flatMap((scheme) => LINKS.map((link) => link.replaceAll('%', scheme)));
  const texts = ELEMENTS.flatMap((element) => TEXTS.map((text) => text.replaceAll('%', element)));
  return [...ELEMENTS, ...handlers, ...urls, ...texts].map((text) => text.replaceAll('@', CALL));
}

/** The vectors that fit on one line: for titles, names and descriptions. */
export function lineVectors(): string[] {
  return ELEMENTS.map((text) => text.replaceAll('@', CALL));
}
