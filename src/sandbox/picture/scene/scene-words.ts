import { kinOf, wordsOf } from '../../akin.ts'
import { type Colour, fromHex } from './colour.ts'
import { namedFirst } from './named-things.ts'
import { wordsFromOthers } from './other-words.ts'

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

/** What a prompt says that can be drawn. */
export interface SceneWords {
  /** `lettering` where what is named first is nothing that can be drawn. */
  readonly family: Family
  readonly mood: Mood
  readonly colours: readonly Colour[]
  /** Subjects by name, as `subjects/` knows them. */
  readonly subjects: readonly string[]
  readonly asksForSnow: boolean
  readonly asksForRain: boolean
  readonly asksToRemove: boolean
  /** Land on which nothing grows. */
  readonly isBarren: boolean
  readonly asksForWater: boolean
  /** Shapes with edges, where others would flow. */
  readonly isGeometric: boolean
}

const colourWords: Readonly<Record<string, string>> = {
  red: '#c8372d',
  crimson: '#a81f3a',
  scarlet: '#d8352a',
  ruby: '#a3173f',
  coral: '#f0755c',
  orange: '#e8792b',
  copper: '#b3673a',
  amber: '#e6a02c',
  gold: '#d9a93a',
  golden: '#d9a93a',
  yellow: '#eec437',
  lime: '#a5c63b',
  green: '#4a8f4f',
  olive: '#7f8440',
  emerald: '#1f8a63',
  mint: '#8fd0b1',
  teal: '#1f8285',
  turquoise: '#2aa9a8',
  cyan: '#37b3cf',
  blue: '#3469b5',
  azure: '#3f8fd6',
  navy: '#1f3566',
  indigo: '#463b94',
  violet: '#7450a8',
  purple: '#7a3f94',
  lavender: '#a99bd0',
  lilac: '#b99ccb',
  magenta: '#c23d88',
  pink: '#e68aa5',
  rose: '#d5647c',
  brown: '#80563a',
  beige: '#d8c3a0',
  sand: '#d6b98a',
}

const moodWords: Readonly<Record<Exclude<Mood, 'day'>, string>> = {
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

/** Of two kinds with as many words the first one is drawn. */
const familyWords: Readonly<Record<Exclude<Family, 'lettering'>, string>> = {
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

/** A word of a prompt, and the subject that is drawn for it. */
const subjectWords: Readonly<Record<string, string>> = {
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

function hits(list: string, isSaid: (word: string) => boolean): number {
  return list.split(' ').filter((word) => isSaid(word)).length
}

/** Whether a word of a list is said, or its plural where the list has not got that too. */
const isSaidOf = (list: string, said: ReadonlySet<string>) => (word: string) =>
  said.has(word) || (said.has(`${word}s`) && !` ${list} `.includes(` ${word}s `))

/** A word, and what it is one of: `foxes`, `puppies`. */
const withSingular = (word: string): readonly string[] => [
  word,
  word.replace(/s$/, ''),
  word.replace(/es$/, ''),
  word.replace(/ies$/, 'y'),
]

function best<Key extends string>(lists: Readonly<Record<Key, string>>, said: ReadonlySet<string>): Key | undefined {
  let found: Key | undefined
  let most = 0
  for (const key in lists) {
    const count = hits(lists[key], isSaidOf(lists[key], said))
    if (count > most) {
      most = count
      found = key
    }
  }
  return found
}

const longestRead = 4000

const drawable = [...Object.values(familyWords), ...Object.values(subjectWords)].join(' ')
const light = Object.values(moodWords).join(' ')

/**
 * Whether what a prompt names first can be drawn. Light and colour alone name nothing, and leave it to what comes after them; the
 * order of words is known of English only.
 */
function namesAnyOf(prompt: string, own: readonly string[], words: readonly string[]): boolean {
  if (words.length > own.length) return true
  // Of whom there is a portrait may go by any name.
  if (/\bportrait of \p{Lu}/u.test(prompt)) return true
  const first = namedFirst(prompt)
  const named = first.length > 0 ? first : own
  const things = new Set(named.flatMap(withSingular))
  if (hits(drawable, (word) => things.has(word)) > 0) return true
  const isLight = isSaidOf(light, new Set(named))
  return (
    hits(light, isLight) > 0 &&
    named.every((word) => Object.hasOwn(colourWords, word) || ` ${light} `.includes(` ${word} `))
  )
}

const removal = /^\W*(?:please\s+)?(?:remove|erase|delete|clean up|get rid of|take (?:out|away)|fill in|heal)\b/i

/** Reads a prompt for what can be drawn: subjects, colours, light and kind of picture. */
export function sceneWords(prompt: string): SceneWords {
  const read = prompt.slice(0, longestRead)
  const own = wordsOf(read)
  const words = [...own, ...wordsFromOthers(read, new Set(own))]
  const isSaid = kinOf(words)
  const said = new Set(words)
  const colours = words.flatMap((word) => (Object.hasOwn(colourWords, word) ? [fromHex(colourWords[word] ?? '')] : []))
  const things = new Set(words.flatMap(withSingular))
  const subjects = Object.keys(subjectWords).filter(
    (subject) => hits(subjectWords[subject] ?? '', (word) => things.has(word)) > 0,
  )
  const family = best(familyWords, said) ?? (subjects.length > 0 ? 'emblem' : 'lettering')
  return {
    family: namesAnyOf(read, own, words) ? family : 'lettering',
    mood: best(moodWords, said) ?? 'day',
    colours: colours.slice(0, 2),
    subjects,
    asksForSnow: isSaid('snow') || isSaid('winter'),
    asksForRain: said.has('rain') || said.has('rainy') || said.has('storm'),
    asksToRemove: removal.test(read),
    isBarren:
      hits('desert dune dunes sahara canyon arctic glacier volcano savanna mars lava', (word) => said.has(word)) > 0,
    asksForWater: hits('lake river pond fjord loch reflection water', (word) => said.has(word)) > 0,
    isGeometric:
      hits('geometric bauhaus grid shape shapes triangle square circle circles lines modernist', (word) =>
        said.has(word),
      ) > 0,
  }
}
