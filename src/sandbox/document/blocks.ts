import type { Random } from '../seed.ts'
import type { Prose } from './prose.ts'

/** A sentence in one script, with its language and its meaning in English. */
export interface ScriptSample {
  readonly language: string
  readonly text: string
  readonly meaning: string
}

/** Plain sentences for testing the rendering of scripts; two are right to left. */
export const scripts: readonly ScriptSample[] = [
  { language: 'Greek', text: 'Η θάλασσα ανεβαίνει δύο φορές την ημέρα.', meaning: 'The sea rises twice a day.' },
  { language: 'Russian', text: 'Тихая студия слышит каждый шаг.', meaning: 'A quiet studio hears every step.' },
  { language: 'Ukrainian', text: 'Хліб сходить повільно, але щодня.', meaning: 'Bread rises slowly, but every day.' },
  { language: 'Arabic', text: 'الخريطة الجيدة تعرف ما لا تقوله.', meaning: 'A good map knows what it leaves out.' },
  { language: 'Hebrew', text: 'השעון במגדל מאחר בחמש דקות.', meaning: 'The tower clock is five minutes late.' },
  { language: 'Persian', text: 'باغ کوچک هم آسمان خودش را دارد.', meaning: 'A small garden has a sky of its own.' },
  {
    language: 'Japanese',
    text: '港の朝は、潮の音から始まります。',
    meaning: 'The harbour morning begins with the sound of the tide.',
  },
  {
    language: 'Chinese',
    text: '好的字体，读第二遍才会被注意到。',
    meaning: 'Good type is noticed on the second reading.',
  },
  { language: 'Korean', text: '좋은 빵은 서두르지 않습니다.', meaning: 'Good bread does not hurry.' },
  {
    language: 'Hindi',
    text: 'शांत कमरे में हर तार की अपनी आवाज़ होती है।',
    meaning: 'In a quiet room every wire has its own voice.',
  },
  { language: 'Thai', text: 'แผนที่ที่ดีพาเรากลับบ้าน', meaning: 'A good map brings us home.' },
  { language: 'Icelandic', text: 'Þögnin á líka heima í hljóðverinu.', meaning: 'Silence, too, lives in the studio.' },
]

/** A block of Markdown without the blank line that follows it. */
export type DocumentBlock = (prose: Prose, random: Random) => string

const emoji = ['🌊', '🎚️', '🌱', '🍞', '🗺️', '⏱️', '📡', '✒️', '🐌', '🌙', '🎧', '🧭']
const cell = (text: string) => text.replaceAll('|', '\\|')
const firstWords = (text: string, count: number) =>
  text
    .replace(/[*`]|\[([^\]]*)\]\([^)]*\)/g, '$1')
    .split(' ')
    .slice(0, count)
    .join(' ')
    .replace(/[,;:.]$/, '')
const inList = (items: readonly string[], mark: (at: number) => string) =>
  items.map((item, at) => `${mark(at)} ${item}`).join('\n')

const table: DocumentBlock = (prose, random) => {
  const rows = Array.from({ length: 3 + random.below(4) }, () => {
    const [low, high] = [random.below(40) / 10, 4 + random.below(60) / 10]
    return `| ${cell(prose.thing())} | ${low.toFixed(1)} | ${high.toFixed(1)} | ${random.pick(['yes', 'no', '*rarely*', '**always**'])} |`
  })
  return ['| Thing | Least | Most | Worth it |', '| :--- | ---: | ---: | :---: |', ...rows].join('\n')
}

const quote: DocumentBlock = (prose, random) =>
  `> ${prose.sentence()}\n>\n> ${prose.sentence()}\n>\n> — *${random.pick(['from the log book', 'from a letter', 'overheard', 'on the back of a chart'])}*`

const bullets: DocumentBlock = (prose, random) =>
  inList(Array.from({ length: 3 + random.below(3) }, prose.sentence), () => '-')

const steps: DocumentBlock = (prose, random) =>
  inList(Array.from({ length: 3 + random.below(3) }, prose.sentence), (at) => `${at + 1}.`)

const nested: DocumentBlock = (prose) =>
  [
    `- **${firstWords(prose.sentence(), 4)}**`,
    `  - ${prose.sentence()}`,
    `  - ${prose.sentence()}`,
    `    1. First the ${prose.thing()}, then everything else.`,
    '    2. Then everything else again, more slowly.',
    `- **${firstWords(prose.sentence(), 4)}**`,
    `  - ${prose.sentence()}`,
  ].join('\n')

const tasks: DocumentBlock = (prose, random) =>
  inList(Array.from({ length: 3 + random.below(3) }, prose.sentence), () => (random.next() < 0.5 ? '- [x]' : '- [ ]'))

const figures: DocumentBlock = (prose, random) => {
  const picked = Array.from({ length: 3 }, () => random.pick(emoji))
  return `${picked[0]} ${prose.sentence()}  \n${picked[1]} ${prose.sentence()}  \n${picked[2]} ${prose.sentence()}`
}

const crossed: DocumentBlock = (prose, random) =>
  `~~${firstWords(prose.sentence(), 5)}~~ was the first title of this part. The second was *“${firstWords(prose.sentence(), 6)}…”*, and the [errata](https://press.example/errata/${random.below(900)}) list ${3 + random.below(5)} more.`

const rule: DocumentBlock = (prose) => `---\n\n#### A note on the ${prose.thing()}\n\n${prose.paragraph(2)}`

/** One block of each kind, distributed between paragraphs. */
export const specials: readonly DocumentBlock[] = [table, quote, bullets, steps, nested, tasks, figures, crossed, rule]

/** Several scripts, each with its meaning. */
export function scriptBlock(samples: readonly ScriptSample[]): string {
  return samples.map(({ language, text, meaning }) => `- **${language}:** ${text} (*${meaning}*)`).join('\n')
}

/** The kind of block that a prompt names; undefined if it names none. */
export function namedBlock(prompt: string): DocumentBlock | undefined {
  if (/\btables?\b/i.test(prompt)) return table
  if (/\b(?:steps?|how (?:do|to|can))\b/i.test(prompt)) return steps
  if (/\b(?:checklist|to-?dos?|tasks?)\b/i.test(prompt)) return tasks
  return /\b(?:lists?|bullets?|ideas)\b/i.test(prompt) ? bullets : undefined
}
