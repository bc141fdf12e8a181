/** Words of other languages and signs, by the English word that is read in their place. Enough for first tries, no dictionary. */
const others: Readonly<Record<string, string>> = {
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

/** Scripts without spaces, and signs: found wherever they stand. */
const isWritten = (other: string) =>
  /[^\p{L}\p{M}\p{N}-]|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(other)

/** The English words for what a prompt says in another language, or with signs. */
export function wordsFromOthers(prompt: string, words: ReadonlySet<string>): string[] {
  return Object.keys(others).filter((english) =>
    (others[english] ?? '').split(' ').some((other) => (isWritten(other) ? prompt.includes(other) : words.has(other))),
  )
}
