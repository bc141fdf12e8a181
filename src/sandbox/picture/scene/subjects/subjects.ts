import type { Subject } from '../sketch.ts'
import { bird, cat, dog, fox } from './animals.ts'
import { person } from './person.ts'
import { flowers } from './plants.ts'
import { balloon, boat, house, lighthouse, planet } from './things.ts'

/** Where a subject is at home: on the ground, in the air, in water, on a shore, or alone in the picture. */
export type Habitat = 'land' | 'air' | 'water' | 'shore' | 'alone'

interface SubjectEntry {
  readonly draw: Subject
  readonly home: Habitat
  readonly words: string
}

const people =
  'portrait face woman man girl boy person queen king child children people human self lady gentleman model singer dancer ' +
  'mother father grandmother grandfather sister brother couple family bride farmer sailor teacher doctor nurse baker soldier ' +
  'knight pirate chef worker engineer fisherman fireman businessman businesswoman artist pianist scientist musician astronaut'

export const subjects = {
  cat: { draw: cat, home: 'land', words: 'cat kitten kitty feline' },
  dog: { draw: dog, home: 'land', words: 'dog puppy hound' },
  fox: { draw: fox, home: 'land', words: 'fox vixen' },
  bird: {
    draw: bird,
    home: 'land',
    words: 'bird seagull gull robin sparrow raven crow swallow parrot pigeon dove duck swan',
  },
  person: { draw: person, home: 'alone', words: people },
  flowers: {
    draw: flowers,
    home: 'alone',
    words:
      'flower plant leaf fern rose tulip poppy daisy botanical garden bouquet herb bloom orchid sunflower wildflower',
  },
  planet: {
    draw: planet,
    home: 'alone',
    words: 'planet space galaxy cosmos cosmic nebula universe mars saturn orbit comet meteor',
  },
  house: { draw: house, home: 'land', words: 'house cottage cabin home hut barn farm' },
  boat: { draw: boat, home: 'water', words: 'boat ship sailboat yacht sail vessel' },
  lighthouse: { draw: lighthouse, home: 'shore', words: 'lighthouse beacon' },
  balloon: { draw: balloon, home: 'air', words: 'balloon airship' },
} satisfies Readonly<Record<string, SubjectEntry>>

export type SubjectName = keyof typeof subjects
