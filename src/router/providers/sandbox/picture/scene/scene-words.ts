import { kinOf, wordsOf } from '../../words.ts'
import { type Colour, fromHex } from './colour.ts'

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

/** What a prompt says that can be drawn. */
export interface SceneWords {
  /** Left out where no word speaks for one. */
  readonly family?: Family
  readonly mood: Mood
  readonly colours: readonly Colour[]
  /** Subjects by name, as `subjects/` knows them. */
  readonly subjects: readonly string[]
  readonly asksForSnow: boolean
  readonly asksForRain: boolean
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

const familyWords: Readonly<Record<Family, string>> = {
  'still-life':
    'still life vase fruit fruits apple pear lemon bowl bottle bottles jug table cup mug tea teapot coffee bread candle kitchen pottery ceramic wine breakfast food',
  botanical:
    'flower flowers plant plants leaf fern rose tulip poppy daisy botanical garden bouquet herb herbs bloom jungle orchid sunflower wildflowers botany monstera',
  portrait:
    'portrait face woman man girl boy person queen king child people human self lady gentleman model singer dancer',
  space: 'space planet planets galaxy cosmos cosmic nebula astronaut universe mars saturn orbit stars comet meteor',
  sea: 'sea ocean beach wave waves coast harbor harbour island bay surf marine sailing seaside lighthouse water shore',
  city: 'city skyline street building buildings tower towers skyscraper skyscrapers neon urban town downtown metropolis rooftop rooftops architecture cyberpunk london paris tokyo york',
  poster:
    'abstract geometric poster bauhaus pattern shapes shape logo icon composition cover grid circles triangle square circle lines modernist',
  landscape:
    'landscape mountain mountains hill hills valley forest woods field fields desert canyon meadow lake river countryside road path trail horizon cliff waterfall tree trees volcano sunset sunrise prairie snow autumn winter spring',
  emblem: 'sticker emblem mascot animal badge character toy pet creature',
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
  car: 'car automobile truck van taxi',
  dog: 'dog puppy hound',
}

function hits(list: string, isSaid: (word: string) => boolean): number {
  return list.split(' ').filter((word) => isSaid(word)).length
}

function best<Key extends string>(
  lists: Readonly<Record<Key, string>>,
  isSaid: (word: string) => boolean,
): Key | undefined {
  let found: Key | undefined
  let most = 0
  for (const key in lists) {
    const count = hits(lists[key], isSaid)
    if (count > most) {
      most = count
      found = key
    }
  }
  return found
}

const longestRead = 4000

/** Reads a prompt for what can be drawn: subjects, colours, light and kind of picture. */
export function sceneWords(prompt: string): SceneWords {
  const words = wordsOf(prompt.slice(0, longestRead))
  const isSaid = kinOf(words)
  const said = new Set(words)
  const colours = words.flatMap((word) => (Object.hasOwn(colourWords, word) ? [fromHex(colourWords[word] ?? '')] : []))
  const subjects = Object.keys(subjectWords).filter((subject) =>
    (subjectWords[subject] ?? '')
      .split(' ')
      .some((word) => said.has(word) || said.has(`${word}s`) || said.has(`${word}es`)),
  )
  const family = best(familyWords, (word) => said.has(word)) ?? (subjects.length > 0 ? 'emblem' : undefined)
  return {
    ...(family && { family }),
    mood: best(moodWords, (word) => said.has(word)) ?? 'day',
    colours: colours.slice(0, 2),
    subjects,
    asksForSnow: isSaid('snow') || isSaid('winter'),
    asksForRain: said.has('rain') || said.has('rainy') || said.has('storm'),
  }
}
