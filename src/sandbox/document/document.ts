import { dealt, type Random, randomOf } from '../seed.ts'
import { label } from '../text/synthetic-label.ts'
import { unitsPerToken } from '../text/tokens.ts'
import { scriptBlock, specials } from './blocks.ts'
import { closing } from './closing.ts'
import { codeSamples, fenced } from './code-samples.ts'
import { type Prose, proseOn } from './prose.ts'
import { scripts } from './scripts.ts'
import { topicsOfCraft } from './topics-of-craft.ts'
import { topicsOfNature } from './topics-of-nature.ts'

const fewest = 20
const most = 1_000_000
/** A shorter text has no room for a title. */
const shortestTitled = 400
/** What is kept for the closing, so that it can be written in whole sentences. */
const closingRoom = 100

const askedLength =
  /(?<![\w-])tokens\s{0,5}[:=]\s{0,5}(\d{1,3}(?:[ ,._\u00a0\u202f]\d{3})+(?!\d)|\d[\d_]*(?:\.\d{1,2}(?!\d))?)(?:\s?(k)\b)?/i

/**
 * The length that a prompt asks for by `tokens: N`, kept within what the sandbox writes; `undefined` where it asks for none.
 * `5 000`, `5,000` and `5_000` are 5000, `2k` is 2000.
 */
export function tokensAskedFor(prompt: string): number | undefined {
  const [, written, thousands] = askedLength.exec(prompt) ?? []
  if (!written) return undefined
  const digits = written.replaceAll(/[ ,_\u00a0\u202f]|\.(?=\d{3})/g, '')
  return Math.min(most, Math.max(fewest, Math.round(Number(digits) * (thousands ? 1000 : 1))))
}

/**
 * A long Markdown document of exactly `tokens` estimated tokens, block by block, so that none of it need be kept.
 * The same for the same seed.
 */
export function* documentOf(tokens: number, seed: string): Generator<string> {
  const random = randomOf(`${seed} document`)
  let left = tokens * unitsPerToken
  const topics = dealt([...topicsOfCraft, ...topicsOfNature], random)
  let prose = proseOn(topics.next().value, random)
  yield label.slice(0, left)
  left -= label.length
  const titled = left > shortestTitled
  for (const block of titled ? blocksOf(random, () => (prose = proseOn(topics.next().value, random))) : []) {
    if (block.length > left - closingRoom) break
    left -= block.length
    yield block
  }
  yield* closing(left, prose, random)
}

/** Blocks without an end, each with its blank line. */
function* blocksOf(random: Random, nextProse: () => Prose): Generator<string, never> {
  const [special, samples, spoken] = [dealt(specials, random), dealt(codeSamples, random), dealt(scripts, random)]
  const code = (prose: Prose) => {
    const sample = samples.next().value
    return `In *${sample.language}*, the ${prose.thing()} would look like this:\n\n${fenced(sample, random)}\n\n`
  }
  for (let section = 0; ; section += 1) {
    const prose = nextProse()
    yield section === 0 ? `# ${prose.title}\n\n` : `## ${prose.title}\n\n`
    yield `${prose.paragraph(2 + random.below(2))}\n\n`
    yield code(prose)
    yield `### ${prose.heading()}\n\n`
    yield `${special.next().value(prose, random)}\n\n`
    yield `${prose.paragraph(2 + random.below(3))}\n\n`
    yield section % 2 === 0 ? scriptsAside(spoken, prose) : `${special.next().value(prose, random)}\n\n`
    yield code(prose)
  }
}

function scriptsAside(spoken: Generator<(typeof scripts)[number], never>, prose: Prose): string {
  const four = Array.from({ length: 4 }, () => spoken.next().value)
  return `### ${prose.heading()}\n\nThe same thought, elsewhere:\n\n${scriptBlock(four)}\n\n`
}
