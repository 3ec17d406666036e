/**
 * Further pages of the kinds of planted-pages.ts. Nobody mends the check by them: only their number is printed, never their names.
 * Do not look for those that are missed. They say what the check finds of pages that it was not made for.
 */
import { NOTICE_TEXT, type Planted, TERMS, UNTIL } from './planted-pages.ts';

const REL = 'rel="sponsored nofollow noopener"';
const N = `<p class="paid-notice">${NOTICE_TEXT}</p>`;
const LOREM =
  '<p>Here the page goes on to the weather of last spring, to rivers and to roads, and to nothing that a shop has to sell.</p>';
const A = `<a href="{url}" ${REL}>`;
const O = `<a href="{offer}" ${REL}>`;
const MARKED = `${A}the deal<span class="paid-mark"> (ad)</span></a>`;
const BOOKS = `${O}three books<span class="paid-mark"> (ad)</span></a>`;

const PAGES: readonly string[] = [
  // The word.
  `${N}<p>Take ${A}the deal</a><span style="position:absolute;right:-500em"> (ad)</span> now.</p>${LOREM}`,
  `${N}<p>Take ${A}the deal</a><span style="display:none;"> (ad)</span> now.</p>${LOREM}`,
  `${N}<p>Take ${A}the deal<small style="font-size:0.01em"> (ad)</small></a> now.</p>${LOREM}`,
  `${N}<p>Take ${A}the deal<b style="line-height:0;font-size:0"> (ad)</b></a> now.</p>${LOREM}`,
  `${N}<p style="color:#fff;background:#fff">Take ${A}the deal<b style="color:#ffffff00"> (ad)</b></a> now.</p>${LOREM}`,
  `${N}<p>Take ${A}the deal<b style="filter:opacity(0)"> (ad)</b></a> now.</p>${LOREM}`,
  `${N}<p>Take ${A}the deal<b style="max-height:0;display:block;overflow:hidden"> (ad)</b></a> now.</p>${LOREM}`,
  `${N}<p>Take ${A}the deal<b style="transform:translateX(-200vw);display:block"> (ad)</b></a> now.</p>${LOREM}`,
  `${N}<p>Take ${A}the deal<b style="color:rgba(0,0,0,0)"> (ad)</b></a> now.</p>${LOREM}`,
  `${N}<p>Take ${A}the deal<audio> (ad)</audio></a> now.</p>${LOREM}`,
  `${N}<p>Take ${A}the deal<textarea hidden> (ad)</textarea></a> now.</p>${LOREM}`,
  `${N}<p>Take ${A}the deal</a><input placeholder="(ad)"> now.</p>${LOREM}`,
  `${N}<p>Take ${A}the deal</a><meter title="ad" value=".5"></meter> now.</p>${LOREM}`,
  `${N}<p>Take ${A}the deal</a><details><summary>i</summary>(ad)</details> now.</p>${LOREM}`,
  `${N}<p>Take ${A}the deal</a><style>.x{content:"(ad)"}</style> now.</p>${LOREM}`,
  `${N}<p>Take ${A}the deal<span inert hidden>Advertisement</span></a> now.</p>${LOREM}`,
  `${N}<p>Take ${A}the deal (ads are elsewhere)</a> now.</p>${LOREM}`,
  `${N}<p>Take ${A}the deal (adv.)</a> now.</p>${LOREM}`,
  `${N}<p>Take ${A}the deal (p)</a> now.</p>${LOREM}`,
  `${N}<p>Take ${A}the deal <abbr title="advertisement">*</abbr></a> now.</p>${LOREM}`,
  `${N}<p>Take ${A}the deal (in association with Acme)</a> now.</p>${LOREM}`,
  `${N}<p>Take ${A}the deal (thanks to Acme)</a> now.</p>${LOREM}`,
  `${N}<p>Take ${A}the deal (commission)</a> now.</p>${LOREM}`,
  `${N}<p>Take ${A}the deal (广告)</a> now.</p>${LOREM}`,
  `${N}<p>Take ${A}the deal (إعلان)</a> now.</p>${LOREM}`,
  `${N}<p>Take ${A}the deal (a&shy;-&shy;d)</a> now.</p>${LOREM}`,
  `${N}<p>The reader saw it in an ad, ${A}the deal</a> of the day.</p>${LOREM}`,
  `${N}<p>Ad agencies praise ${A}the deal</a> of the day.</p>${LOREM}`,
  `${N}<p>Unlike an advertisement, ${A}the deal</a> is described here in full.</p>${LOREM}`,
  `${N}<p>${A}The deal</a> has no advertisement in it.</p>${LOREM}`,
  `<h1>Advertisement</h1>${N}${LOREM}<p>Take ${A}the deal</a> now.</p>`,
  `${N}<dl><dt>First (ad)</dt><dd>Words about the first one.</dd><dt>${A}The deal</a></dt><dd>Other words.</dd></dl>`,
  `${N}<section><h3>Ad</h3><p>Another shop altogether, with a name.</p></section><section><h3>News</h3><p>${A}The deal</a></p></section>`,
  `${N}<p>Take ${A}the deal</a> now.</p><footer><p>Advertisement: all of the above.</p></footer>`,
  // The relation.
  `${N}<p>Take <a href="{url}" rel="sponsored_nofollow">the deal (ad)</a> now.</p>`,
  `${N}<p>Take <a href="{url}" rel="x-sponsored nofollow">the deal (ad)</a> now.</p>`,
  `${N}<p>Take <a href="{url}" rel="nofollow;sponsored">the deal (ad)</a> now.</p>`,
  `${N}<p>Take <a href="{url}" target="_blank">the deal (ad)</a> now.</p>`,
  `${N}<p>Take <a href="{url}" rel=nofollow>the deal (ad)</a> now.</p>`,
  // The sentence.
  `${N.replace('paid', 'thanked')}<p>Take ${MARKED} now.</p>`,
  `<div style="display:none">${N}</div><p>Take ${MARKED} now.</p>`,
  `<p>${NOTICE_TEXT.slice(0, 20)}…</p><p>Take ${MARKED} now.</p>`,
  `<p>Take ${MARKED} now. ${NOTICE_TEXT}</p>`,
  `<details><summary>About this page</summary>${N}</details><p>Take ${MARKED} now.</p>`,
  `<p style="opacity:0.0">${NOTICE_TEXT}</p><p>Take ${MARKED} now.</p>`,
  // The conditions.
  `${N}<p>Take ${BOOKS} now.</p><details><summary>More</summary><p>${TERMS} · ${UNTIL}</p></details>`,
  `${N}<p>Take ${BOOKS} <small>(${TERMS.toUpperCase()})</small></p>`,
  `${N}<p>Take ${BOOKS} <small>(${TERMS.replace('20', '10')} · ${UNTIL})</small></p>`,
  `${N}<p>Take ${BOOKS} <small>(${TERMS} · Until soon)</small></p>`,
  `${N}<p>Take ${BOOKS} <small style="visibility:hidden">(${TERMS} · ${UNTIL})</small></p>`,
  `${N}<p>Take ${BOOKS} <template>(${TERMS} · ${UNTIL})</template></p>`,
  `${N}<p>Take ${BOOKS} <small>(${TERMS} <span hidden>· ${UNTIL}</span>)</small></p>`,
  `${N}<p>Take <a href="{offer}" ${REL} title="${TERMS} ${UNTIL}">three books (ad)</a></p>`,
  `${N}<p>Take ${BOOKS}.</p>${LOREM}${LOREM}${LOREM}<p><small>${TERMS} · ${UNTIL}</small></p>`,
  // Other elements and spellings.
  `<p>Take <svg><a href="{url}"><circle r="9"></circle></a></svg></p>`,
  `<p>Take <map name="n"><area shape="default" href="{url}" alt="x"></map></p>`,
  `<form action="{offer}" method="get"><label>Mail <input name="m"></label><button>Join</button></form>`,
  `<div tabindex="0" role="link" onkeydown="open('{url}')" onclick="open('{url}')">Join</div>`,
  `<p>Take <a href="{url}?a=1&amp;b=2#c">it</a></p>`,
  `<p>Take <A HREF='{url}' >it</A></p>`,
  `<p>Take <a href={url}>it</a></p>`,
  `<p>Take <a href="&#9;{url}">it</a></p>`,
  `<p>Take <a class="button" href="{offer}"><img src="/x.png" alt="Take it"></a></p>`,
  `<p>Take <a href="{offer}&ref=2">it</a></p>`,
];

export const UNSEEN: readonly Planted[] = PAGES.map((html, index) => ({ name: `unseen ${index + 1}`, html }));
