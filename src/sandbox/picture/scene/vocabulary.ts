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

export type Family =
  | 'landscape'
  | 'sea'
  | 'city'
  | 'still-life'
  | 'botanical'
  | 'poster'
  | 'portrait'
  | 'space'
  | 'emblem'
  | 'sky'
  | 'lettering'

const colours = (
  'red #c8372d crimson #a81f3a scarlet #d8352a ruby #a3173f coral #f0755c orange #e8792b copper #b3673a ' +
  'amber #e6a02c gold #d9a93a golden #d9a93a yellow #eec437 lime #a5c63b green #4a8f4f olive #7f8440 ' +
  'emerald #1f8a63 mint #8fd0b1 teal #1f8285 turquoise #2aa9a8 cyan #37b3cf blue #3469b5 azure #3f8fd6 ' +
  'navy #1f3566 indigo #463b94 violet #7450a8 purple #7a3f94 lavender #a99bd0 lilac #b99ccb magenta #c23d88 ' +
  'pink #e68aa5 rose #d5647c brown #80563a beige #d8c3a0 sand #d6b98a'
).split(' ')

/** Colour words; the first two of a prompt tint its picture. */
export const colourWords: ReadonlyMap<string, Colour> = new Map(
  colours.flatMap((word, at) => (at % 2 === 0 ? [[word, fromHex(colours[at + 1] ?? '')] as const] : [])),
)

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
export const familyWords: Readonly<Record<Exclude<Family, 'lettering'>, string>> = {
  portrait:
    'portrait face woman man girl boy person queen king child children people human self lady gentleman model singer dancer ' +
    'mother father grandmother grandfather sister brother couple family bride farmer sailor teacher doctor nurse baker soldier warrior knight ' +
    'pirate chef worker engineer fisherman fireman businessman businesswoman artist pianist violinist scientist musician elder',
  'still-life':
    'still life vase fruit fruits apple pear lemon bowl bottle bottles jug table cup mug tea teapot coffee bread candle kitchen pottery ceramic wine breakfast food glass',
  botanical:
    'flower flowers plant plants leaf fern rose tulip poppy daisy botanical garden bouquet herb herbs bloom jungle orchid sunflower wildflowers botany monstera',
  space: 'space planet planets galaxy cosmos cosmic nebula astronaut universe mars saturn orbit stars comet meteor',
  sea: 'sea ocean beach wave waves coast harbor harbour island bay surf marine sailing seaside lighthouse water shore',
  city: 'city skyline street building buildings tower towers skyscraper skyscrapers neon urban town downtown metropolis rooftop rooftops architecture cyberpunk london paris tokyo york',
  poster:
    'abstract geometric bauhaus pattern shapes shape composition grid circles triangle square circle lines modernist',
  landscape:
    'landscape vineyard vineyards dune dunes mountain mountains hill hills valley forest woods field fields desert canyon meadow lake river countryside road path trail horizon cliff waterfall tree trees volcano sunset sunrise prairie snow autumn winter spring',
  emblem: 'sticker emblem mascot animal badge character toy pet creature',
  sky: 'sky skies cloud clouds storm stormy thunder thunderstorm aurora',
}

/** The words for each subject. */
export const subjectWords: Readonly<Record<string, string>> = {
  cat: 'cat kitten kitty feline',
  fox: 'fox vixen',
  owl: 'owl',
  bird: 'bird robin sparrow raven crow swallow parrot',
  fish: 'fish goldfish koi salmon',
  whale: 'whale orca',
  rabbit: 'rabbit bunny hare',
  bear: 'bear panda teddy',
  butterfly: 'butterfly moth',
  house: 'house cottage cabin home hut barn farm',
  boat: 'boat ship sailboat yacht sail vessel',
  lighthouse: 'lighthouse beacon',
  balloon: 'balloon airship',
  rocket: 'rocket spaceship spacecraft shuttle',
  robot: 'robot android droid',
  tree: 'tree oak',
  cup: 'cup mug coffee tea cocoa',
  car: 'car automobile truck taxi minivan',
  dog: 'dog puppy hound',
  castle: 'castle fortress palace',
  astronaut: 'astronaut cosmonaut spaceman',
}

/** Words that ask for a picture and name nothing in it. */
export const asking = list(
  'a an the some my our your his her its their this that please draw paint create make generate show render design give me us can could you i want ' +
    'would like need image picture photo photograph illustration painting drawing sketch rendering render artwork art watercolor ' +
    'watercolour oil pencil closeup close up shot view scene style of one two three four five portrait poster logo icon cover banner flyer card ' +
    'sticker emblem badge mascot',
)

/** Words that begin a place or an accompaniment. */
export const breaks = list(
  'in on at with by under near over through against among around between beside behind above below inside outside into onto ' +
    'from during while before after who which wearing holding riding for to as and',
)

/** Words that may follow a verb in -ing, not an adjective: `riding a boat`, `flying bird`. */
export const openings = list('a an the his her its their my in on at with by over through into')

/** Words of other languages and emoji by the English word that replaces them. A selection, no dictionary. */
export const otherWords: Readonly<Record<string, string>> = {
  mountain: '🏔 ⛰ 🗻 山 富士 산 جبل berg berge montagne montagnes montaña montañas montanha montagna гора горы dağ',
  sea: '🌊 🏖 海 바다 بحر समुद्र meer mer mar mare море deniz ozean océan océano',
  forest: '🌲 🌳 森 숲 غابة जंगल wald forêt bosque floresta foresta bosco лес orman',
  city: '🏙 🌃 🌆 都市 街 城市 도시 مدينة शहर stadt ville ciudad cidade città город şehir',
  desert: '🏜 🐪 砂漠 沙漠 사막 صحراء wüste désert desierto deserto пустыня çöl',
  lake: '湖 호수 بحيرة झील see lac lago озеро göl',
  sky: '☁ ⛅ 空 天空 하늘 سماء आकाश himmel ciel cielo céu небо',
  space: '🪐 🌌 宇宙 太空 우주 فضاء अंतरिक्ष weltraum weltall espace espacio espaço spazio космос uzay',
  flowers:
    '🌸 🌹 🌷 🌻 🌺 💐 花 桜 꽃 زهرة زهور फूल blume blumen fleur fleurs flor flores fiore fiori цветок цветы çiçek',
  portrait:
    '👩 👨 🧑 👧 👦 肖像 人 사람 초상 portret retrato ritratto портрет frau mann femme homme mujer hombre женщина мужчина',
  still: '静物 정물 nature-morte bodegón stillleben натюрморт',
  abstract: '抽象 추상 abstrakt abstrait abstracto astratto абстракция',
  night: '🌙 🌛 ⭐ ✨ 夜 밤 ليل रात nacht nuit noche noite notte ночь ночной gece',
  sunset: '🌅 🌇 夕 日落 노을 غروب sonnenuntergang coucher atardecer tramonto закат',
  snow: '❄ ☃ ⛄ 雪 눈 ثلج बर्फ schnee neige nieve neve снег kar',
  rain: '🌧 ☔ 雨 비 مطر बारिश regen pluie lluvia chuva pioggia дождь yağmur',
  autumn: '🍂 🍁 秋 가을 خريف herbst automne otoño outono autunno осень',
  spring: '🌱 春 봄 ربيع frühling printemps primavera весна',
  cat: '🐱 🐈 猫 고양이 قطة बिल्ली katze chat gato gatto кот кошка kedi',
  dog: '🐶 🐕 犬 狗 개 강아지 كلب कुत्ता hund chien perro cachorro cane собака köpek',
  fox: '🦊 狐 여우 ثعلب fuchs renard zorro raposa volpe лиса',
  bear: '🐻 🐼 熊 곰 دب bär ours oso urso orso медведь ayı',
  rabbit: '🐰 🐇 兎 兔 토끼 أرنب hase kaninchen lapin conejo coelho coniglio кролик заяц',
  owl: '🦉 梟 부엉이 بومة eule hibou búho coruja gufo сова',
  bird: '🐦 🕊 鳥 鸟 새 طائر vogel oiseau pájaro pássaro uccello птица kuş',
  fish: '🐟 🐠 魚 鱼 물고기 سمكة fisch poisson pez peixe pesce рыба balık',
  whale: '🐳 🐋 鯨 鲸 고래 حوت wal baleine ballena baleia balena кит',
  butterfly: '🦋 蝶 나비 فراشة schmetterling papillon mariposa borboleta farfalla бабочка',
  castle: '🏰 🏯 城堡 お城 성 قلعة किला burg schloss château castillo castelo castello замок kale',
  house: '🏠 🏡 家 집 بيت घर haus maison casa дом ev',
  boat: '⛵ 🚢 🛶 船 배 قارب boot schiff bateau barco barca лодка корабль',
  rocket: '🚀 火箭 로켓 صاروخ rakete fusée cohete foguete razzo ракета',
  robot: '🤖 ロボット 机器人 로봇 روبوت roboter робот',
  balloon: '🎈 気球 풍선 منطاد ballon globo balão palloncino воздушный',
  car: '🚗 🚙 車 汽车 자동차 سيارة auto voiture coche carro macchina машина araba',
  tree: '🌴 木 나무 شجرة baum arbre árbol árvore albero дерево ağaç',
  cup: '☕ 🍵 コーヒー 咖啡 커피 قهوة kaffee tasse café чашка кофе',
}
