import { type Random, shuffled } from '../seeded-random.ts'
import type { Prose } from './prose.ts'

/** One sentence in several scripts, for testing their rendering; two are right to left. */
const scripts = [
  ['Greek', 'Η απάντηση φτάνει κομμάτι κομμάτι.'],
  ['Russian', 'Ответ приходит по частям.'],
  ['Arabic', 'تصل الإجابة جزءًا بعد جزء.'],
  ['Hebrew', 'התשובה מגיעה חלק אחר חלק.'],
  ['Japanese', '答えは少しずつ届きます。'],
  ['Chinese', '答案一段一段地到达。'],
  ['Korean', '답변은 조금씩 도착합니다.'],
  ['Hindi', 'उत्तर टुकड़ों में आता है।'],
  ['Thai', 'คำตอบมาถึงทีละส่วน'],
] as const

/** A block of Markdown without the blank line that follows it. */
type DocumentBlock = (prose: Prose, random: Random) => string

/** Without Markdown. */
export const plainText = (text: string): string => text.replace(/[*`]|\[([^\]]*)\]\([^)]*\)/g, '$1')

const firstWords = (text: string, count: number) =>
  plainText(text)
    .split(' ')
    .slice(0, count)
    .join(' ')
    .replace(/[,;:.]$/, '')

const inList = (prose: Prose, random: Random, mark: (at: number) => string) =>
  Array.from({ length: 3 + random.below(3) }, (_, at) => `${mark(at)} ${prose.sentence()}`).join('\n')

const table: DocumentBlock = (prose, random) => {
  const rows = Array.from({ length: 3 + random.below(4) }, () => {
    const [first, last] = [20 + random.below(400), 800 + random.below(4000)]
    return `| ${prose.thing()} | ${first} ms | ${last} ms | ${random.pick(['yes', 'no', '*rarely*', '**always**'])} |`
  })
  return ['| Thing | First byte | Last byte | Streamed |', '| :--- | ---: | ---: | :---: |', ...rows].join('\n')
}

const quote: DocumentBlock = (prose) => `> ${prose.sentence()}\n>\n> ${prose.sentence()}\n>\n> — *from the notes*`
const bullets: DocumentBlock = (prose, random) => inList(prose, random, () => '-')
const steps: DocumentBlock = (prose, random) => inList(prose, random, (at) => `${at + 1}.`)
const tasks: DocumentBlock = (prose, random) => inList(prose, random, () => (random.next() < 0.5 ? '- [x]' : '- [ ]'))

const nested: DocumentBlock = (prose) =>
  [
    `- **${firstWords(prose.sentence(), 4)}**`,
    `  - ${prose.sentence()}`,
    `    1. First the ${prose.thing()}.`,
    `    2. Then the ${prose.thing()}.`,
    `- **${firstWords(prose.sentence(), 4)}**`,
    `  - ${prose.sentence()}`,
  ].join('\n')

const marked: DocumentBlock = (prose) =>
  `🔑 ${prose.sentence()}  \n📡 ${prose.sentence()}  \n⏱️ ~~${firstWords(prose.sentence(), 5)}~~ ${prose.sentence()}`

const rule: DocumentBlock = (prose) => `---\n\n#### A note on the ${prose.thing()}\n\n${prose.paragraph(2)}`

const inScripts: DocumentBlock = (_prose, random) => {
  const lines = shuffled(scripts, random).map(([name, text]) => `- **${name}:** ${text}`)
  return `The answer arrives piece by piece:\n\n${lines.join('\n')}`
}

export const specials: readonly DocumentBlock[] = [table, quote, bullets, steps, nested, tasks, marked, inScripts, rule]

/** The kind of block that a prompt names; undefined if it names none. */
export function namedBlock(prompt: string): DocumentBlock | undefined {
  if (/\btables?\b/i.test(prompt)) return table
  if (/\b(?:steps?|how (?:do|to|can))\b/i.test(prompt)) return steps
  if (/\b(?:checklist|to-?dos?|tasks?)\b/i.test(prompt)) return tasks
  return /\b(?:lists?|bullets?|ideas)\b/i.test(prompt) ? bullets : undefined
}

/** A short program; `write` inserts a number, so that repeated samples differ. */
interface CodeSample {
  readonly fence: string
  readonly language: string
  write(number: number): string
}

export const codeSamples: readonly CodeSample[] = [
  {
    fence: 'ts',
    language: 'TypeScript',
    write: (n) => `const reply = await fetch(\`\${base}/responses\`, {
  method: 'POST',
  headers: { authorization: \`Bearer \${key}\`, 'content-type': 'application/json' },
  body: JSON.stringify({ model: 'sandbox', input: 'Count to ${n}.', stream: true }),
})
for await (const chunk of reply.body ?? []) process.stdout.write(chunk) // server-sent events`,
  },
  {
    fence: 'python',
    language: 'Python',
    write: (n) => `from openai import OpenAI

client = OpenAI()  # OPENAI_BASE_URL and OPENAI_API_KEY

with client.responses.stream(model="sandbox", input="Count to ${n}.") as stream:
    for event in stream:
        if event.type == "response.output_text.delta":
            print(event.delta, end="", flush=True)`,
  },
  {
    fence: 'bash',
    language: 'Bash',
    write: (n) => `curl --no-buffer "$OPENAI_BASE_URL/responses" \\
  --header "Authorization: Bearer $OPENAI_API_KEY" \\
  --json '{ "model": "sandbox", "input": "Count to ${n}.", "stream": true }'`,
  },
]

export const fenced = ({ fence, write }: CodeSample, random: Random): string =>
  `\`\`\`${fence}\n${write(11 + random.below(900))}\n\`\`\``
