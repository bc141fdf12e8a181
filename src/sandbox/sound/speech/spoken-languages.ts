import { ownOf } from '#contract/core/loose-json.ts'

/** A language: the synthesizer's voice for it, and what a text in it is known by. */
interface Language {
  readonly name: string
  readonly voice: string
  readonly words?: string
  /** Letters that no earlier language of the list has. */
  readonly letters?: RegExp
}

/** By ISO 639-1 code. */
export const languages: Readonly<Record<string, Language>> = {
  en: { name: 'English', voice: 'en-us', words: 'the and of to is that it was for with this you are have not be' },
  de: { name: 'German', voice: 'de', words: 'der die das und ist nicht ein eine ich wir mit für auf den von zu' },
  fr: { name: 'French', voice: 'fr', words: 'le la les et est des un une pas que qui dans pour vous nous je ce sur' },
  es: { name: 'Spanish', voice: 'es', words: 'el los las y es que de en un una por con para no se lo como muy' },
  it: { name: 'Italian', voice: 'it', words: 'il gli di che è un una per non con sono della nel si questo anche ma' },
  pt: { name: 'Portuguese', voice: 'pt-br', words: 'o os as e é que de em um uma por com para não se do' },
  nl: { name: 'Dutch', voice: 'nl', words: 'de het een en is van niet dat ik je met voor op zijn er wij dit' },
  sv: { name: 'Swedish', voice: 'sv', words: 'och att det är en ett som på inte jag för med den av vi har' },
  da: { name: 'Danish', voice: 'da', words: 'og at det er en et som på ikke jeg for med den af vi har' },
  nb: { name: 'Norwegian', voice: 'nb', words: 'og å det er en et som på ikke jeg for med den av vi har' },
  fi: { name: 'Finnish', voice: 'fi', words: 'ja on ei se että hän minä olen mutta kun niin tämä ovat' },
  pl: { name: 'Polish', voice: 'pl', words: 'i w na nie się z do to jest że jak ale co za od po' },
  cs: { name: 'Czech', voice: 'cs', words: 'a je se na že to v s z do ne si jsem ale jako' },
  ro: { name: 'Romanian', voice: 'ro', words: 'și în nu de la cu este un o că pe care sunt mai' },
  hu: { name: 'Hungarian', voice: 'hu', words: 'a az és nem hogy egy van ez is de meg már csak' },
  tr: { name: 'Turkish', voice: 'tr', words: 've bir bu da de için ne çok ben değil ile o var' },
  id: { name: 'Indonesian', voice: 'id', words: 'yang dan di ini itu dengan untuk tidak dari saya kami ada akan' },
  sw: { name: 'Swahili', voice: 'sw', words: 'na ya wa ni kwa katika hii la kuwa za si sana yangu' },
  vi: { name: 'Vietnamese', voice: 'vi', words: 'và là của có không một những cho được người này' },
  uk: { name: 'Ukrainian', voice: 'uk', letters: /[іїєґ]/iu },
  ru: { name: 'Russian', voice: 'ru', letters: /\p{Script=Cyrillic}/u },
  el: { name: 'Greek', voice: 'el', letters: /\p{Script=Greek}/u },
  he: { name: 'Hebrew', voice: 'he', letters: /\p{Script=Hebrew}/u },
  fa: { name: 'Persian', voice: 'fa', letters: /[پچژگ]/u },
  ar: { name: 'Arabic', voice: 'ar', letters: /\p{Script=Arabic}/u },
  hi: { name: 'Hindi', voice: 'hi', letters: /\p{Script=Devanagari}/u },
  bn: { name: 'Bengali', voice: 'bn', letters: /\p{Script=Bengali}/u },
  ta: { name: 'Tamil', voice: 'ta', letters: /\p{Script=Tamil}/u },
  ko: { name: 'Korean', voice: 'ko', letters: /\p{Script=Hangul}/u },
  ja: { name: 'Japanese', voice: 'ja', letters: /[\p{Script=Hiragana}\p{Script=Katakana}]/u },
  zh: { name: 'Chinese', voice: 'cmn', letters: /\p{Script=Han}/u },
}

const otherCodes: Readonly<Record<string, string>> = {
  ...{ eng: 'en', deu: 'de', ger: 'de', fra: 'fr', fre: 'fr', spa: 'es', ita: 'it', por: 'pt', nld: 'nl', no: 'nb' },
  ...{ cmn: 'zh', zho: 'zh', jpn: 'ja', kor: 'ko', rus: 'ru', ara: 'ar', hin: 'hi', iw: 'he', swa: 'sw', ukr: 'uk' },
  ...{ fil: 'id', pol: 'pl', tur: 'tr', swe: 'sv' },
}

/** The language of a code (`de`, `de-AT`, `deu`) or an English name; undefined for others. */
export function languageOf(code: string): string | undefined {
  const plain = code.trim().toLowerCase()
  const base = plain.split(/[-_]/)[0] ?? ''
  const known = ownOf(otherCodes, base) ?? base
  if (Object.hasOwn(languages, known)) return known
  return Object.entries(languages).find(([, { name }]) => name.toLowerCase() === plain)?.[0]
}

const wordsOf = (text: string) => text.toLowerCase().match(/\p{L}+/gu) ?? []

/** The language that a text is most likely in: by its letters, else by frequent words; English where nothing tells. */
export function guessedLanguage(text: string): string {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  for (const [code, { letters: own }] of Object.entries(languages)) {
    if (!own) continue
    const found = text.match(new RegExp(own.source, `g${own.flags.replace('g', '')}`))?.length ?? 0
    // Single letters tell a language from its neighbours; a script must be most of the text.
    const isScript = own.source.includes('Script')
    if (found > 0 && found > letters * (isScript ? 0.3 : 0.02) && !/^\p{Script=Latin}/u.test(text.trim())) return code
  }
  const words = new Set(wordsOf(text))
  let best = { code: 'en', count: 0 }
  for (const [code, { words: own = '' }] of Object.entries(languages)) {
    const count = own.split(' ').filter((word) => words.has(word)).length
    if (count > best.count) best = { code, count }
  }
  return best.code
}

const table = `
en | Synthetic voice. | This is a synthetic voice in English. | This part was dubbed by the sandbox, which does not translate what was said.
de | Künstliche Stimme. | Das ist eine künstliche Stimme auf Deutsch. | Dieser Teil wurde von der Sandbox vertont, die nicht übersetzt, was gesagt wurde.
fr | Voix de synthèse. | Ceci est une voix de synthèse en français. | Cette partie a été doublée par la sandbox, qui ne traduit pas ce qui a été dit.
es | Voz sintética. | Esta es una voz sintética en español. | Esta parte fue doblada por el entorno de pruebas, que no traduce lo que se dijo.
it | Voce sintetica. | Questa è una voce sintetica in italiano. | Questa parte è stata doppiata dalla sandbox, che non traduce ciò che è stato detto.
pt | Voz sintética. | Esta é uma voz sintética em português. | Esta parte foi dublada pelo ambiente de testes, que não traduz o que foi dito.
nl | Kunstmatige stem. | Dit is een kunstmatige stem in het Nederlands. | Dit deel is nagesynchroniseerd door de sandbox, die niet vertaalt wat er is gezegd.
sv | Syntetisk röst. | Det här är en syntetisk röst på svenska. | Den här delen dubbades av sandlådan, som inte översätter det som sades.
da | Syntetisk stemme. | Dette er en syntetisk stemme på dansk. | Denne del er dubbet af sandkassen, som ikke oversætter det, der blev sagt.
pl | Głos syntetyczny. | To jest syntetyczny głos po polsku. | Ta część została zdubbingowana przez piaskownicę, która nie tłumaczy tego, co powiedziano.
tr | Yapay ses. | Bu, Türkçe konuşan yapay bir sestir. | Bu bölüm, söyleneni çevirmeyen deneme ortamı tarafından seslendirildi.
id | Suara sintetis. | Ini adalah suara sintetis dalam bahasa Indonesia. | Bagian ini disulihsuarakan oleh lingkungan uji, yang tidak menerjemahkan ucapan aslinya.
sw | Sauti bandia. | Hii ni sauti bandia kwa Kiswahili. | Sehemu hii imetiwa sauti na mfumo wa majaribio, ambao hautafsiri yaliyosemwa.
ru | Синтетический голос. | Это синтетический голос на русском языке. | Эта часть озвучена песочницей, которая не переводит сказанное.
uk | Синтетичний голос. | Це синтетичний голос українською мовою. | Цю частину озвучила пісочниця, яка не перекладає сказане.
ja | 合成音声です。 | これは日本語の合成音声です。 | この部分はサンドボックスが吹き替えたもので、話された内容は翻訳されていません。
zh | 合成语音。 | 这是中文的合成语音。 | 这一部分由沙盒配音，它并不翻译原来的内容。
hi | कृत्रिम आवाज़। | यह हिंदी में एक कृत्रिम आवाज़ है। | इस हिस्से को सैंडबॉक्स ने डब किया है, जो कही गई बात का अनुवाद नहीं करता।
`

/** Sentences of growing length by language. A sandbox cannot translate: a dub says that it is one, in the target language. */
export const phrases: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  table
    .trim()
    .split('\n')
    .map((row) => {
      const [language = '', ...sentences] = row.split(' | ')
      return [language, sentences]
    }),
)
