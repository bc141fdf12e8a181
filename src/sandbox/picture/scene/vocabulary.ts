import { type Colour, fromHex } from './colour.ts'

const list = (words: string): ReadonlySet<string> => new Set(words.split(' '))

export type Mood =
  | 'dawn'
  | 'day'
  | 'golden'
  | 'dusk'
  | 'night'
  | 'mist'
  | 'winter'
  | 'autumn'
  | 'spring'
  | 'vivid'
  | 'paper'
  | 'grey'

export type Family = 'landscape' | 'sea' | 'city' | 'poster' | 'emblem' | 'lettering'

const colours = (
  'red #c8372d crimson #a81f3a scarlet #d8352a coral #f0755c orange #e8792b copper #b3673a amber #e6a02c gold #d9a93a ' +
  'golden #d9a93a yellow #eec437 lime #a5c63b green #4a8f4f olive #7f8440 emerald #1f8a63 mint #8fd0b1 teal #1f8285 ' +
  'turquoise #2aa9a8 cyan #37b3cf blue #3469b5 azure #3f8fd6 navy #1f3566 indigo #463b94 violet #7450a8 purple #7a3f94 ' +
  'lavender #a99bd0 lilac #b99ccb magenta #c23d88 pink #e68aa5 rose #d5647c brown #80563a beige #d8c3a0 sand #d6b98a ' +
  'white #eceff0 black #2b2c33'
).split(' ')

const own = (
  'seagull #e4e9ec gull #e4e9ec swan #eef1f2 dove #e8eaed crow #2f3138 raven #2b2d36 ' +
  'pigeon #8793a3 robin #c8553d sparrow #8a6a4b tulip #d8455c sunflower #e6b02c saturn #d9b06a mars #b5512f'
).split(' ')

const byWord = (pairs: readonly string[]): ReadonlyMap<string, Colour> =>
  new Map(pairs.flatMap((word, at) => (at % 2 === 0 ? [[word, fromHex(pairs[at + 1] ?? '')] as const] : [])))

/** Colour words; the first two of a prompt tint its picture. */
export const colourWords = byWord(colours)

/** Subjects that have a colour of their own, where the prompt names none. */
export const ownColours = byWord(own)

export const moodWords: Readonly<Record<Exclude<Mood, 'day'>, string>> = {
  grey: 'monochrome grayscale greyscale noir grey gray black-and-white',
  night: 'night midnight moon moonlight moonlit stars starry nocturnal aurora dark black',
  golden: 'sunset evening golden-hour sundown warm fire desert savanna africa',
  dusk: 'dusk twilight neon blue-hour cyberpunk dreamy',
  dawn: 'dawn sunrise morning daybreak pastel soft gentle calm',
  winter: 'winter snow snowy ice icy frost frozen arctic christmas cold glacier',
  autumn: 'autumn fall october harvest leaves rustic september november',
  spring: 'spring blossom cherry april may bloom fresh easter',
  mist: 'mist misty fog foggy haze rain rainy storm stormy cloudy overcast quiet silent',
  vivid: 'vivid vibrant colorful colourful pop psychedelic bold bright tropical summer neon',
  paper: 'paper minimal minimalist japanese vintage retro linocut woodcut print watercolor watercolour ink',
}

/** The family with the most words in the prompt is drawn; of equal ones the first. */
export const familyWords: Readonly<Record<Exclude<Family, 'lettering' | 'emblem'>, string>> = {
  sea: 'sea ocean beach wave waves coast harbor harbour island bay surf marine sailing seaside water shore boat ship sailboat yacht vessel seagull gull',
  city: 'city skyline street building buildings tower towers skyscraper neon urban town downtown metropolis rooftop architecture cyberpunk london paris tokyo york',
  poster:
    'abstract geometric bauhaus pattern shapes shape composition grid circles triangle square circle lines modernist',
  landscape:
    'landscape vineyard dune dunes mountain mountains hill hills valley forest woods field fields desert canyon meadow lake river countryside road path trail horizon cliff waterfall tree trees volcano sunset sunrise prairie snow autumn winter spring sky skies cloud clouds storm thunder thunderstorm aurora jungle',
}

/** Numbers of things, and what makes a thing large or small. */
export const numberWords: readonly string[] = 'zero one two three four five six seven eight nine ten'.split(' ')
export const sizeWords = {
  large: 'large big huge giant enormous gigantic massive tall',
  small: 'small tiny little miniature baby',
}

/** Words that ask for a picture and name nothing in it. */
export const asking = list(
  'a an the some my our your his her its their this that please draw paint create make generate show render design give me us can could you i want ' +
    'would like need image picture photo photograph illustration painting drawing sketch rendering render artwork art watercolor ' +
    'watercolour oil pencil closeup close up shot view scene style of one two three four five six seven eight nine ten pair couple portrait poster logo icon cover banner flyer card ' +
    'sticker emblem badge mascot',
)

export const breaks = list(
  'in on at with by under near over through against among around between beside behind above below inside outside into onto ' +
    'from during while before after who which wearing holding riding for to as and',
)

/** Words that may follow a verb in -ing, not an adjective: `riding a boat`, `flying bird`. */
export const openings = list('a an the his her its their my in on at with by over through into')

/** Words of other languages and emoji by the English word that replaces them. A selection, no dictionary. */
export const otherWords: Readonly<Record<string, string>> = {
  mountain: '🏔 ⛰ 🗻 山 富士 산 جبل berg berge montagne montagnes montaña montañas montanha montagna гора горы',
  sea: '🌊 🏖 海 바다 بحر समुद्र meer mer mar mare море deniz ozean océan océano',
  forest: '🌲 🌳 🌴 森 숲 غابة जंगल wald forêt bosque floresta bosco лес baum arbre árbol albero дерево',
  city: '🏙 🌃 🌆 都市 街 城市 도시 مدينة शहर stadt ville ciudad cidade città город şehir',
  desert: '🏜 砂漠 沙漠 사막 صحراء wüste désert desierto deserto пустыня',
  lake: '湖 호수 بحيرة झील see lac lago озеро',
  sky: '☁ ⛅ 空 天空 하늘 سماء आकाश himmel ciel cielo céu небо',
  planet: '🪐 🌌 宇宙 太空 우주 فضاء अंतरिक्ष weltraum weltall espace espacio espaço spazio космос uzay',
  flowers:
    '🌸 🌹 🌷 🌻 🌺 💐 花 桜 꽃 زهرة زهور फूल blume blumen fleur fleurs flor flores fiore fiori цветок цветы çiçek',
  person:
    '👩 👨 🧑 👧 👦 肖像 人 사람 초상 portret retrato ritratto портрет frau mann femme homme mujer hombre женщина',
  abstract: '抽象 추상 abstrakt abstrait abstracto astratto абстракция',
  night: '🌙 🌛 ⭐ ✨ 夜 밤 ليل रात nacht nuit noche noite notte ночь ночной gece',
  sunset: '🌅 🌇 夕 日落 노을 غروب sonnenuntergang coucher atardecer tramonto закат',
  snow: '❄ ☃ ⛄ 雪 눈 ثلج बर्फ schnee neige nieve neve снег kar winter hiver invierno',
  autumn: '🍂 🍁 秋 가을 خريف herbst automne otoño outono autunno осень',
  cat: '🐱 🐈 猫 고양이 قطة बिल्ली katze chat gato gatto кот кошка kedi',
  dog: '🐶 🐕 犬 狗 개 كلب कुत्ता hund chien perro cachorro cane собака köpek',
  fox: '🦊 狐 여우 ثعلب fuchs renard zorro raposa volpe лиса',
  bird: '🐦 🕊 🦉 鳥 鸟 새 طائر vogel oiseau pájaro pássaro uccello птица kuş',
  house: '🏠 🏡 家 집 بيت घर haus maison casa дом ev',
  boat: '⛵ 🚢 🛶 船 배 قارب boot schiff bateau barco barca лодка корабль',
  balloon: '🎈 気球 풍선 منطاد ballon globo balão palloncino воздушный',
}
