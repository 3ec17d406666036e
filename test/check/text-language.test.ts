/** A text in another language than its edition is found, and no text in its own: by the first article of the Universal Declaration of Human Rights. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import {
  createParagraphDetector,
  type ParagraphDetector,
} from '../../src/content/markdown/paragraph-language.ts';
import { runArticles } from '../support/program.ts';
import { article, json, makeSite, smallSite, writeFiles } from '../support/site.ts';

const TEXTS: Readonly<Record<string, string>> = {
  en: 'All human beings are born free and equal in dignity and rights. They are endowed with reason and conscience and should act towards one another in a spirit of brotherhood.',
  de: 'Alle Menschen sind frei und gleich an Würde und Rechten geboren. Sie sind mit Vernunft und Gewissen begabt und sollen einander im Geist der Brüderlichkeit begegnen.',
  fr: 'Tous les êtres humains naissent libres et égaux en dignité et en droits. Ils sont doués de raison et de conscience et doivent agir les uns envers les autres dans un esprit de fraternité.',
  es: 'Todos los seres humanos nacen libres e iguales en dignidad y derechos y, dotados como están de razón y conciencia, deben comportarse fraternalmente los unos con los otros.',
  'pt-BR':
    'Todos os seres humanos nascem livres e iguais em dignidade e em direitos. Dotados de razão e de consciência, devem agir uns para com os outros em espírito de fraternidade.',
  it: 'Tutti gli esseri umani nascono liberi ed eguali in dignità e diritti. Essi sono dotati di ragione e di coscienza e devono agire gli uni verso gli altri in spirito di fratellanza.',
  nl: 'Alle mensen worden vrij en gelijk in waardigheid en rechten geboren. Zij zijn begiftigd met verstand en geweten, en behoren zich jegens elkander in een geest van broederschap te gedragen.',
  pl: 'Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw. Są oni obdarzeni rozumem i sumieniem i powinni postępować wobec innych w duchu braterstwa.',
  cs: 'Všichni lidé rodí se svobodní a sobě rovní co do důstojnosti a práv. Jsou nadáni rozumem a svědomím a mají spolu jednat v duchu bratrství.',
  sv: 'Alla människor är födda fria och lika i värde och rättigheter. De är utrustade med förnuft och samvete och bör handla gentemot varandra i en anda av broderskap.',
  ru: 'Все люди рождаются свободными и равными в своём достоинстве и правах. Они наделены разумом и совестью и должны поступать в отношении друг друга в духе братства.',
  uk: 'Всі люди народжуються вільними і рівними у своїй гідності та правах. Вони наділені розумом і совістю і повинні діяти у відношенні один до одного в дусі братерства.',
  tr: 'Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar. Akıl ve vicdana sahiptirler ve birbirlerine karşı kardeşlik zihniyeti ile hareket etmelidirler.',
  ko: '모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 인간은 천부적으로 이성과 양심을 부여받았으며 서로 형제애의 정신으로 행동하여야 한다.',
  ja: 'すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。人間は、理性と良心とを授けられており、互いに同胞の精神をもって行動しなければならない。',
  'zh-Hans':
    '人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。人人有资格享有本宣言所载的一切权利和自由，不分种族、肤色、性别、语言、宗教、政治或其他见解。',
  ar: 'يولد جميع الناس أحراراً متساوين في الكرامة والحقوق، وقد وهبوا عقلاً وضميراً وعليهم أن يعامل بعضهم بعضاً بروح الإخاء.',
  he: 'כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם. כולם חוננו בתבונה ובמצפון, לפיכך חובה עליהם לנהוג איש ברעהו ברוח של אחווה.',
  fa: 'تمام افراد بشر آزاد به دنیا می‌آیند و از لحاظ حیثیت و حقوق با هم برابرند. همه دارای عقل و وجدان هستند و باید نسبت به یکدیگر با روح برادری رفتار کنند.',
  hi: 'सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है। उन्हें बुद्धि और अन्तरात्मा की देन प्राप्त है और परस्पर उन्हें भाईचारे के भाव से बर्ताव करना चाहिए।',
  id: 'Semua orang dilahirkan merdeka dan mempunyai martabat dan hak-hak yang sama. Mereka dikaruniai akal dan hati nurani dan hendaknya bergaul satu sama lain dalam semangat persaudaraan.',
  vi: 'Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền. Mọi con người đều được tạo hoá ban cho lý trí và lương tâm và cần phải đối xử với nhau trong tình bằng hữu.',
  th: 'มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ต่างมีเหตุผลและมโนธรรม และควรปฏิบัติต่อกันด้วยเจตนารมณ์แห่งภราดรภาพ',
};
const LANGUAGES = Object.keys(TEXTS);

let detector: ParagraphDetector;
beforeAll(async () => {
  detector = await createParagraphDetector();
});

test.each(LANGUAGES)('a text in %s is at home in its own edition alone', (language) => {
  const editions = LANGUAGES.filter((edition) => {
    const paragraphs = detector.judge(TEXTS[language] ?? '', edition);
    expect(paragraphs).toHaveLength(1);
    return paragraphs[0]?.foreign === null;
  });
  expect(editions).toEqual([language]);
});

test('a language that cannot be told apart is left alone', () => {
  expect(detector.judge(TEXTS.ru ?? '', 'kk')).toEqual([]);
});

test('an edition whose language the detector has under another code is named by its own', async () => {
  const site = smallSite();
  const root = makeSite(site);
  const config = JSON.parse(readFileSync(join(root, 'site-config.json'), 'utf8'));
  writeFiles(root, {
    'site-config.json': json({ ...config, locales: [...config.locales, 'id'] }),
    'content/id/categories.json': site['content/en_US/categories.json'] ?? '',
    'content/id/authors.json': site['content/en_US/authors.json'] ?? '',
    ...Object.fromEntries(
      ['about-us', 'privacy-policy', 'terms'].map((name) => [
        `content/id/info/${name}.md`,
        `---\ntitle: ${name}\n---\n`,
      ]),
    ),
    'content/en_US/articles/copied.md': article({
      ...{ title: 'Rights', slug: 'copied', category: 'betting', subcategory: 'odds', body: TEXTS.id ?? '' },
    }),
  });
  const { stdout } = await runArticles(['check', '--root', root, '--json']);
  expect(JSON.parse(stdout).errors).toEqual([]);
  expect(JSON.parse(stdout).warnings).toContainEqual(
    expect.objectContaining({
      message: 'the text is in Indonesian, and its edition is in English',
      hint: 'translate it, or move it to content/id',
    }),
  );
});

test('`check` names the language, and where such a text belongs', async () => {
  const root = makeSite(smallSite());
  const file = 'content/ru_RU/articles/copied.md';
  const place = { category: 'betting', subcategory: 'odds' };
  const write = (body: string) =>
    writeFiles(root, { [file]: article({ title: 'Права', slug: 'copied', ...place, body }) });
  const check = async () => {
    const { stdout } = await runArticles(['check', '--root', root, '--json']);
    return JSON.parse(stdout).warnings.filter(({ code }: { code: string }) => code === 'other-language');
  };
  write(TEXTS.en ?? '');
  expect(await check()).toEqual([
    {
      code: 'other-language',
      file,
      message: 'the text is in English, and its edition is in Russian',
      hint: 'translate it, or move it to content/en_US',
    },
  ]);
  write(TEXTS.fr ?? '');
  expect((await check())[0]).toMatchObject({ hint: 'translate it' });
  // A quotation, code and names are no other language.
  write(`${TEXTS.ru}\n\n${TEXTS.ru}\n\n> ${TEXTS.en}\n\n\`\`\`text\n${TEXTS.en}\n\`\`\``);
  expect(await check()).toEqual([]);
  rmSync(join(root, file));
  writeFiles(root, { 'content/ru_RU/seo.json': json({}) });
  expect(await check()).toEqual([]);
});

test('a text that `articles locale` has copied is named once, and an article always by its language', async () => {
  const root = makeSite(smallSite());
  await runArticles(['locale', 'ko_KR', '--root', root]);
  const config = JSON.parse(readFileSync(join(root, 'site-config.json'), 'utf8'));
  writeFiles(root, { 'site-config.json': json({ ...config, locales: [...config.locales, 'ko_KR'] }) });
  const marked = 'content/ko_KR/articles/copied.md';
  const body = `TODO: translate this text.\n\n${TEXTS.en}`;
  writeFiles(root, {
    [marked]: article({
      ...{ title: 'Rights', slug: 'copied', category: 'betting', subcategory: 'odds' },
      body,
    }),
  });
  const { stdout } = await runArticles(['check', '--root', root, '--json']);
  const file = 'content/ko_KR/info/terms.md';
  const found: { code: string; file: string }[] = JSON.parse(stdout).warnings;
  expect(new Set(found.filter((one) => one.file === file).map(({ code }) => code))).toEqual(
    new Set(['placeholder']),
  );
  expect(found).toContainEqual(expect.objectContaining({ file: marked, code: 'other-language' }));
});
