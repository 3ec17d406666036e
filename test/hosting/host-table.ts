/** The answers of each host for the URLs of one site. Differences that a host forces have their reason. */
import type { HostName } from '../../src/hosts/host-table.ts';

/** `STATUS PAGE`, `STATUS TYPE` of a file that is not a page, `STATUS → LOCATION`, or `200 page → TARGET` of a page at an old address. */
type Answer = string;

interface Section {
  of: string;
  /** The reason of each difference. */
  reason: string;
  rows: readonly [
    url: string,
    answer: Answer,
    except?: Partial<Record<HostName | `real ${'nginx' | 'caddy' | 'apache' | 'firebase'}`, Answer>>,
  ][];
}

const RU = encodeURI('/ru/articles/первая-цена');

/** Hosts whose rules cannot refuse a rest that would be the name of another host, so that the new address names the site. */
const HOSTED = ['netlify', 'cloudflare-pages', 'firebase', 'gcs'] as const;

const NO_PATTERNS = { 'github-pages': '404 /404' } as const;

export const TABLE: readonly Section[] = [
  {
    of: 'pages',
    reason: 'Cloudflare Workers lead to the usual spelling of an address.',
    rows: [
      ['/', '200 /'],
      ['/?q=1', '200 /'],
      ['/ru', '200 /ru'],
      ['/betting', '200 /betting'],
      ['/betting/odds', '200 /betting/odds'],
      ['/authors/ann-reed', '200 /authors/ann-reed'],
      ['/articles/first-price', '200 /articles/first-price'],
      ['/articles/first-price?utm=1', '200 /articles/first-price'],
      [
        '/articles/first%2Dprice',
        '200 /articles/first-price',
        { 'cloudflare-workers': '307 → /articles/first-price' },
      ],
      [`${RU}`, '200 /ru/articles/первая-цена'],
      [
        '/ru/articles/%d0%bf%d0%b5%d1%80%d0%b2%d0%b0%d1%8f-%d1%86%d0%b5%d0%bd%d0%b0',
        '200 /ru/articles/первая-цена',
        { 'cloudflare-workers': `307 → ${RU}` },
      ],
      ['/offline', '200 /offline'],
    ],
  },
  {
    of: 'unknown addresses',
    reason: 'A deploy to Firebase leaves its own file out. The emulator reads the folder before that.',
    rows: [
      ['/Betting', '404 /404'],
      ['/articles', '404 /404'],
      ['/articles/FIRST-PRICE', '404 /404'],
      ['/articles/unknown', '404 /404'],
      ['/articles/first-price/more', '404 /404'],
      ['/promo/x', '404 /404'],
      ['/a/b', '404 /404'],
      ['/russia', '404 /404'],
      ['/__proto__', '404 /404'],
      ['/constructor', '404 /404'],
      ['/%3Cscript%3E', '404 /404'],
      ['/firebase.json', '404 /404', { 'real firebase': '200 application/json' }],
      ['/_redirects', '404 /404'],
      ['/_headers', '404 /404'],
      ['/.hosting/nginx.conf', '404 /404'],
      ['/assets/unknown.js', '404 /404'],
    ],
  },
  {
    of: 'unknown addresses of an edition',
    reason:
      'GitHub Pages, Firebase and CloudFront have one not-found page. Vercel takes endings and last slashes away first, and Cloudflare Workers the name of an index.',
    rows: [
      ['/ru/unknown', '404 /ru/404', { 'github-pages': '404 /404', firebase: '404 /404', s3: '404 /404' }],
      [
        '/ru/unknown/deep',
        '404 /ru/404',
        { 'github-pages': '404 /404', firebase: '404 /404', s3: '404 /404' },
      ],
      [
        '/ru/index.html',
        '404 /ru/404',
        {
          'github-pages': '404 /404',
          firebase: '404 /404',
          vercel: '308 → /ru',
          s3: '404 /404',
          'cloudflare-workers': '307 → /ru',
        },
      ],
      [
        '/ru/articles/%D0%9F%D0%B5%D1%80%D0%B2%D0%B0%D1%8F-%D1%86%D0%B5%D0%BD%D0%B0',
        '404 /ru/404',
        { 'github-pages': '404 /404', firebase: '404 /404', s3: '404 /404' },
      ],
    ],
  },
  {
    of: 'a slash at the end',
    reason:
      'GitHub Pages and a bucket know a page by one address, Cloudflare moves with 308, and neither Vercel nor a CloudFront function asks which pages exist.',
    rows: [
      [
        '/ru/',
        '301 → /ru',
        { 'cloudflare-pages': '308 → /ru', 'github-pages': '404 /404', gcs: '404 /ru/404' },
      ],
      [
        '/betting/',
        '301 → /betting',
        { 'cloudflare-pages': '308 → /betting', 'github-pages': '404 /404', gcs: '404 /404' },
      ],
      [
        '/betting/odds/',
        '301 → /betting/odds',
        { 'cloudflare-pages': '308 → /betting/odds', 'github-pages': '404 /404', gcs: '404 /404' },
      ],
      [
        '/articles/first-price/',
        '301 → /articles/first-price',
        { 'cloudflare-pages': '308 → /articles/first-price', 'github-pages': '404 /404', gcs: '404 /404' },
      ],
      [
        '/articles/first-price/?utm=1',
        '301 → /articles/first-price?utm=1',
        {
          'cloudflare-pages': '308 → /articles/first-price?utm=1',
          'github-pages': '404 /404',
          gcs: '404 /404',
        },
      ],
      [
        `${RU}/`,
        `301 → ${RU}`,
        { 'cloudflare-pages': `308 → ${RU}`, 'github-pages': '404 /404', gcs: '404 /ru/404' },
      ],
      ['/articles/', '404 /404', { s3: '301 → /articles', vercel: '308 → /articles' }],
      [
        '/articles/unknown/',
        '404 /404',
        { s3: '301 → /articles/unknown', vercel: '308 → /articles/unknown' },
      ],
      ['/assets/', '404 /404', { s3: '301 → /assets', vercel: '308 → /assets' }],
    ],
  },
  {
    of: 'names of files',
    reason:
      'Netlify, GitHub Pages and nginx serve the file, Cloudflare and Firebase move to the page, and buckets store pages without an ending.',
    rows: [
      ['/index.html', '200 /', { 'cloudflare-pages': '308 → /', firebase: '301 → /' }],
      [
        '/index',
        '200 /',
        { 'cloudflare-pages': '308 → /', vercel: '308 → /', gcs: '404 /404', s3: '404 /404' },
      ],
      [
        '/ru.html',
        '200 /ru',
        { 'cloudflare-pages': '308 → /ru', firebase: '301 → /ru', gcs: '404 /404', s3: '404 /404' },
      ],
      [
        '/betting.html',
        '200 /betting',
        { 'cloudflare-pages': '308 → /betting', firebase: '301 → /betting', gcs: '404 /404', s3: '404 /404' },
      ],
      [
        '/articles/first-price.html',
        '200 /articles/first-price',
        {
          'cloudflare-pages': '308 → /articles/first-price',
          firebase: '301 → /articles/first-price',
          gcs: '404 /404',
          s3: '404 /404',
        },
      ],
      [
        '/google1234.html',
        '200 text/html',
        { 'cloudflare-pages': '308 → /google1234', firebase: '301 → /google1234' },
      ],
      ['/404', '200 /404', { gcs: '404 /404', s3: '404 /404' }],
    ],
  },
  {
    of: 'old addresses',
    reason:
      'GitHub Pages has no redirects: the page at the old address leads on. Vercel takes an ending away first.',
    rows: [
      [
        '/articles/old-street',
        '301 → /articles/third-street',
        { 'github-pages': '200 page → /articles/third-street' },
      ],
      [
        '/articles/old-street?utm=1&b=2',
        '301 → /articles/third-street?utm=1&b=2',
        { 'github-pages': '200 page → /articles/third-street' },
      ],
      ['/promo', '301 → /articles/nowhere', { 'github-pages': '200 page → /articles/nowhere' }],
      ['/cards', '301 → /poker', { 'github-pages': '200 page → /poker' }],
      ['/old.html', `301 → ${RU}`, { 'github-pages': `200 page → ${RU}`, vercel: '308 → /old' }],
      ['/a/b/c', `301 → ${RU}`, { 'github-pages': `200 page → ${RU}` }],
      [
        '/ru/%D1%81%D1%82%D0%B0%D1%80%D0%B0%D1%8F-%D1%86%D0%B5%D0%BD%D0%B0',
        `301 → ${RU}`,
        { 'github-pages': `200 page → ${RU}` },
      ],
      [
        '/%EA%B8%B0%EC%82%AC/%EC%98%A4%EB%9E%98%EB%90%9C',
        `301 → ${RU}`,
        { 'github-pages': `200 page → ${RU}` },
      ],
    ],
  },
  {
    of: 'other spellings of old addresses',
    reason: 'They lead on as the page at the old address does.',
    rows: [
      [
        '/articles/old-street/',
        '301 → /articles/third-street',
        {
          'cloudflare-pages': '308 → /articles/old-street',
          vercel: '308 → /articles/old-street',
          'github-pages': '404 /404',
          gcs: '404 /404',
        },
      ],
      [
        '/articles/old-street.html',
        '200 page → /articles/third-street',
        {
          'cloudflare-pages': '308 → /articles/old-street',
          firebase: '301 → /articles/old-street',
          gcs: '404 /404',
          s3: '404 /404',
        },
      ],
    ],
  },
  {
    of: 'withdrawn addresses',
    reason:
      'Cloudflare, GitHub Pages and Firebase cannot answer 410, and a CloudFront function has no page to send.',
    rows: [
      [
        '/withdrawn',
        '410 /404',
        { 'cloudflare-pages': '404 /404', 'github-pages': '404 /404', firebase: '404 /404', s3: '410' },
      ],
      [
        '/withdrawn/',
        '410 /404',
        {
          'cloudflare-pages': '404 /404',
          'github-pages': '404 /404',
          firebase: '404 /404',
          gcs: '404 /404',
          vercel: '308 → /withdrawn',
          s3: '410',
        },
      ],
      [
        '/withdrawn?x=1',
        '410 /404',
        { 'cloudflare-pages': '404 /404', 'github-pages': '404 /404', firebase: '404 /404', s3: '410' },
      ],
      [
        '/ru/%D1%81%D0%BD%D1%8F%D1%82%D0%BE',
        '410 /ru/404',
        { 'cloudflare-pages': '404 /ru/404', 'github-pages': '404 /404', firebase: '404 /404', s3: '410' },
      ],
    ],
  },
  {
    of: 'redirects that only a host can make',
    reason:
      'GitHub Pages has none, and Cloudflare, Firebase and Google none by a query. Vercel keeps the query.',
    rows: [
      ['/shop', '301 → https://shop.example/all', { 'github-pages': '404 /404' }],
      ['/shop?a=1', '301 → https://shop.example/all?a=1', { 'github-pages': '404 /404' }],
      ['/blog/first-price', '301 → /articles/first-price', NO_PATTERNS],
      ['/blog/2020/a%20b?x=1', '301 → /articles/2020/a%20b?x=1', NO_PATTERNS],
      [`${encodeURI('/ru/блог/я')}`, '301 → /ru', NO_PATTERNS],
      [`/wiki/${encodeURI('я')}`, `301 → https://wiki.example/of/${encodeURI('я')}`, NO_PATTERNS],
      [
        '/weblog/articles/first-price?x=1',
        '301 → /articles/first-price?x=1',
        {
          ...Object.fromEntries(
            HOSTED.map((host) => [host, '301 → https://small.example/articles/first-price?x=1']),
          ),
          ...NO_PATTERNS,
        },
      ],
      [
        '/blog/',
        '301 → /articles/',
        { ...NO_PATTERNS, netlify: '404 /404', firebase: '404 /404', vercel: '308 → /blog' },
      ],
      ['/blog', '404 /404'],
      [
        '/?p=12',
        '301 → /poker',
        {
          'github-pages': '200 /',
          gcs: '200 /',
          firebase: '200 /',
          'cloudflare-pages': '200 /',
          vercel: '301 → /poker?p=12',
        },
      ],
      ['/?p=13', '200 /'],
    ],
  },
  {
    of: 'files',
    reason: '',
    rows: [
      ['/sitemap.xml', '200 application/xml'],
      ['/robots.txt', '200 text/plain'],
      ['/feed.xml', '200 application/atom+xml'],
      ['/ru/feed.json', '200 application/feed+json'],
      ['/.well-known/apple-app-site-association', '200 application/json'],
      ['/manifest.webmanifest', '200 application/manifest+json'],
      ['/sw.js', '200 text/javascript'],
      ['/favicon.ico', '200 image/x-icon'],
      ['/page-data/app-data.json', '200 application/json'],
      ['/search/en/index.json', '200 application/json'],
      ['/files/paper%20(1).pdf', '200 application/pdf'],
    ],
  },
  {
    of: 'paths that lead elsewhere',
    reason:
      'nginx, Caddy and Apache refuse some of them and join slashes; Cloudflare Workers lead to another spelling.',
    rows: [
      ['/articles/../betting', '200 /betting'],
      ['/articles/%2e%2e/betting', '200 /betting'],
      ['/../etc/passwd', '404 /404', { 'real nginx': '400', 'real apache': '400' }],
      [
        '/..%2f..%2fetc/passwd',
        '404 /404',
        { 'real nginx': '400', 'real apache': '404', 'cloudflare-workers': '307 → /../../etc/passwd' },
      ],
      [
        '/%',
        '404 /404',
        { nginx: '400', caddy: '400', apache: '400', s3: '400', 'cloudflare-workers': '307 → /%25' },
      ],
      ['/%ff', '404 /404', { s3: '400', 'cloudflare-workers': '307 → /%25ff' }],
      [
        '/articles//first-price',
        '404 /404',
        {
          nginx: '200 /articles/first-price',
          caddy: '200 /articles/first-price',
          apache: '200 /articles/first-price',
          'cloudflare-workers': '307 → /articles/first-price',
        },
      ],
      ['//evil.example/x', '404 /404', { 'cloudflare-workers': '307 → /evil.example/x' }],
      [
        '/articles/first-price%00',
        '404 /404',
        { nginx: '400', caddy: '400', 'real caddy': '404 /404', apache: '400', 'real apache': '404' },
      ],
    ],
  },
];

/** What visitors can be sent to in order to reach another host, or to go in circles. */
export const HOSTILE: readonly string[] = [
  '',
  '/guides',
  '/weblog',
  '/blog',
  '/ru/%D0%B1%D0%BB%D0%BE%D0%B3',
  '/wiki',
  '/articles',
]
  .flatMap((start) =>
    [
      '//evil.example/x',
      '//evil.example/..%2fbetting/',
      '//evil.example%2f..%2fbetting/',
      '//betting/',
      '///evil.example/x/',
      '/%2Fevil.example/x',
      '/%2F%2Fevil.example/',
      '/%2f/evil.example/x',
      '/%5Cevil.example/x',
      '/%5c%5cevil.example/x/',
      '/%5C/evil.example/betting/',
      '/\\evil.example/x',
      '/\\evil.example/betting/',
      '/%09/evil.example/x',
      '/%0a/evil.example/x',
      '/%0d%0aLocation:%20https:%2f%2fevil.example/',
      '/%00/evil.example/x',
      '/.//evil.example/x',
      '/..//evil.example/x',
      '/%2e%2e//evil.example/x',
      '/%2e/%5Cevil.example/x',
      '/x/..%2f/evil.example/',
      '/@evil.example/x',
      '/https:/evil.example/x',
      '/https://evil.example/x',
      '/%2568ttps:%252f%252fevil.example/x',
      '/%252Fevil.example/x',
      '/%255Cevil.example/x',
      '/;/evil.example/',
      '/?//evil.example',
      '/first-price%2F',
      '/first-price%2F/',
      '/first-price%5C',
      '/first-price/%2F',
      '/first-price//',
      '/first-price/.//',
      '/first-price/.',
      '/first-price/%2e',
      '/first-price/%2e/',
    ].map((end) => start + end),
  )
  .concat([
    '/betting%2F',
    '/ru%2F',
    '/articles/old-street%2F',
    '/%2F',
    '//',
    '///',
    '/\\',
    '/%2F/',
    '/shop%2F',
    '/shop//',
  ]);

/** Accept headers, and the type of the answer for a page that has Markdown too. */
export const ACCEPT: readonly (readonly [accept: string, type: 'html' | 'markdown'])[] = [
  ['*/*', 'html'],
  ['', 'html'],
  ['text/html', 'html'],
  ['text/*', 'html'],
  ['text/plain', 'html'],
  ['application/json', 'html'],
  ['application/markdown', 'html'],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'html'],
  [
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8',
    'html',
  ],
  ['text/html, text/plain; q=0.5', 'html'],
  ['text/markdown', 'markdown'],
  ['TEXT/MARKDOWN', 'markdown'],
  ['Text/Markdown', 'markdown'],
  [' text/markdown ', 'markdown'],
  ['text/markdown, */*', 'markdown'],
  ['text/markdown,*/*', 'markdown'],
  ['text/markdown, text/html, */*', 'markdown'],
  ['text/html, text/markdown', 'markdown'],
  ['*/*, text/markdown', 'markdown'],
  ['text/plain, text/markdown, text/html', 'markdown'],
  ['text/markdown, text/html;q=0.9', 'markdown'],
  ['text/html;q=0.9, text/markdown', 'markdown'],
  ['text/markdown;q=1', 'markdown'],
  ['text/markdown;q=1.0', 'markdown'],
  ['text/markdown;q=1.000', 'markdown'],
  ['text/markdown; q=1.0, text/html; q=0.7', 'markdown'],
  ['text/html;q=0.9, text/markdown;q=1.0', 'markdown'],
  ['text/markdown;variant=GFM', 'markdown'],
  ['text/markdown;variant=GFM, */*;q=0.1', 'markdown'],
  ['text/markdown;charset=utf-8;q=1', 'markdown'],
  ['text/markdown ; charset=utf-8 ; q=1.00 , */*', 'markdown'],
  ['text/markdown;q=0', 'html'],
  ['text/markdown;q=0.0', 'html'],
  ['text/markdown;q=0.1, text/html', 'html'],
  ['text/markdown;q=0.5, text/html;q=0.9', 'html'],
  ['text/markdown;q=0.9', 'html'],
  ['text/html, text/markdown;q=0.9, */*;q=0.8', 'html'],
  ['text/markdown;variant=GFM;q=0.3, */*', 'html'],
  ['text/markdownish', 'html'],
  ['text/markdown-x', 'html'],
  ['x-text/markdown', 'html'],
  ['text/x-markdown', 'html'],
];
