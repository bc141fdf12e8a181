import { type Random, shuffled } from '../seeded-random.ts'
import type { Prose } from './prose.ts'
import { checks, journey } from './topics.ts'

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

const inList = (texts: readonly string[], mark: (at: number) => string) =>
  texts.map((text, at) => `${mark(at)} ${text}`).join('\n')

const names = ['Aurora', 'Birch', 'Cobalt', 'Delta', 'Ember', 'Fjord'].map((name) => `Provider ${name}`)

/** Figures of invented providers, which is said: a table is there to be looked at. */
const table: DocumentBlock = (_prose, random) => {
  const rows = shuffled(names, random)
    .slice(0, 3 + random.below(3))
    .map((name) => {
      const [first, speed, price] = [180 + random.below(900), 30 + random.below(170), 1 + random.below(240)]
      return `| ${name} | ${first} ms | ${speed}/s | $${(price / 10).toFixed(2)} | ${random.pick(['yes', '**yes**', 'no'])} |`
    })
  const head = ['| Provider | First token | Tokens | Per million | Images |', '| :--- | ---: | ---: | ---: | :---: |']
  return `Invented figures, to show a table:\n\n${[...head, ...rows].join('\n')}`
}

const quote: DocumentBlock = (prose) => {
  const { name, meaning } = prose.term()
  return `> **${name}**\n>\n> ${meaning}\n>\n> — *from the glossary*`
}

const bullets: DocumentBlock = (prose, random) =>
  inList(Array.from({ length: 3 + random.below(3) }, prose.sentence), () => '-')

const glossary: DocumentBlock = (prose) =>
  inList(
    Array.from({ length: 3 }, () => {
      const { name, meaning } = prose.term()
      return `**${name}:** ${meaning}`
    }),
    () => '-',
  )

const steps: DocumentBlock = (_prose, random) =>
  inList(journey.slice(random.below(2), journey.length - random.below(3)), (at) => `${at + 1}.`)

const tasks: DocumentBlock = (_prose, random) =>
  inList(shuffled(checks, random).slice(0, 3 + random.below(3)), (at) => (at % 2 === 0 ? '- [x]' : '- [ ]'))

const nested: DocumentBlock = (prose, random) => {
  const from = random.below(journey.length - 1)
  const [first, second] = [prose.term(), prose.term()]
  return [
    `- **${first.name}**`,
    `  - ${first.meaning}`,
    ...journey.slice(from, from + 2).map((step, at) => `    ${at + 1}. ${step}`),
    `- **${second.name}**`,
    `  - ${second.meaning}`,
  ].join('\n')
}

const marked: DocumentBlock = (prose) =>
  `🔑 ${prose.sentence()}  \n📡 ${prose.sentence()}  \n⏱️ ~~Wait for the whole answer.~~ ${prose.sentence()}`

const rule: DocumentBlock = (prose) => {
  const { name, meaning } = prose.term()
  return `---\n\n#### ${name}\n\n${meaning} ${prose.paragraph(2)}`
}

/** Each with what it says. */
const formulas = [
  ['How long an answer of $n$ tokens takes, at $v$ tokens a second:', 't = t_{\\text{first}} + \\frac{n}{v}'],
  ['What a request costs:', 'c = n_{\\text{in}}\\,p_{\\text{in}} + n_{\\text{out}}\\,p_{\\text{out}}'],
  ['How likely the token $i$ is at temperature $T$:', 'p_i = \\frac{e^{z_i / T}}{\\sum_j e^{z_j / T}}'],
] as const

const formula: DocumentBlock = (_prose, random) => {
  const [says, tex] = random.pick(formulas)
  return `${says}\n\n$$\n${tex}\n$$`
}

const inScripts: DocumentBlock = (_prose, random) => {
  const lines = shuffled(scripts, random).map(([name, text]) => `- **${name}:** ${text}`)
  return `The answer arrives piece by piece:\n\n${lines.join('\n')}`
}

export const specials: readonly DocumentBlock[] = [
  ...[table, quote, bullets, steps, nested, tasks, marked, inScripts, rule, glossary, formula],
]

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
  body: JSON.stringify({ model: 'sandbox', input: 'Explain streaming in ${n} words.', stream: true }),
})
for await (const chunk of reply.body ?? []) process.stdout.write(chunk) // server-sent events`,
  },
  {
    fence: 'python',
    language: 'Python',
    write: (n) => `from openai import OpenAI

client = OpenAI()  # OPENAI_BASE_URL and OPENAI_API_KEY

with client.responses.stream(model="sandbox", input="Explain streaming in ${n} words.") as stream:
    for event in stream:
        if event.type == "response.output_text.delta":
            print(event.delta, end="", flush=True)`,
  },
  {
    fence: 'bash',
    language: 'Bash',
    write: (n) => `curl --no-buffer "$OPENAI_BASE_URL/responses" \\
  --header "Authorization: Bearer $OPENAI_API_KEY" \\
  --json '{ "model": "sandbox", "input": "Explain streaming in ${n} words.", "stream": true }'`,
  },
]

export const fenced = ({ fence, write }: CodeSample, random: Random): string =>
  `\`\`\`${fence}\n${write(20 + random.below(280))}\n\`\`\``
