import { canonicalJson, type JsonRecord, jsonIn, nonBlankOf, recordOf } from '#contract/core/loose-json.ts'
import type { NormalRequest } from '#contract/responses/input.ts'
import { codeSamples, fenced, namedBlock } from '../document/document-blocks.ts'
import { type Prose, proseAbout, prosesFrom } from '../document/prose.ts'
import { type Random, randomOf } from '../seeded-random.ts'
import { inlineFilesText } from './inline-files.ts'
import { blockQuote, inlineCode, label } from './quoting.ts'
import type { Conversation } from './read-conversation.ts'
import { type Sight, sightsText } from './sights.ts'

export interface Asked {
  readonly sent: JsonRecord
  readonly request: NormalRequest
  readonly conversation: Conversation
  readonly sights: readonly Sight[]
  readonly seed: string
}

/** A short answer that shows what was received, followed by generated prose. Deterministic for a given request. */
export function* replyText(asked: Asked): Generator<string> {
  const { sent, request, conversation, sights, seed } = asked
  const random = randomOf(`${seed} reply`)
  const about = proseAbout(conversation.gist, random)
  const prose = about ?? prosesFrom(random).next().value
  const wordy = nonBlankOf(request.text.verbosity)
  yield label
  yield `${greeting(conversation, random)}\n\n`
  if (conversation.prompt.trim() !== '') yield `${blockQuote(conversation.prompt)}\n\n`
  yield `${random.pick(about ? prepared : explanations)}\n\n`
  yield* sights.length > 0 ? [sightsText(sights)] : []
  yield inlineFilesText(sent)
  if (wordy !== 'low') yield* somethingToRead(conversation.gist, prose, random, wordy === 'high' ? 3 : 1)
  yield `### Received\n\n${arrivalTable(sent, request, conversation)}\n\n`
  const instructions = conversation.instructions.join('\n\n')
  if (instructions !== '') yield `Instructions received with it:\n\n${blockQuote(instructions)}\n\n`
  yield random.pick(nextSteps)
}

/** The answer after tool results: each output is quoted, and the fields of a JSON object are listed. */
export function* outputsText({ conversation, seed }: Asked): Generator<string> {
  const random = randomOf(`${seed} outputs`)
  const { outputs, prompt } = conversation
  yield label
  yield `${outputs.length === 1 ? 'The tool returned a result' : `All ${outputs.length} tools returned results`}${random.pick(['.', ':', '. Received:'])}\n\n`
  for (const { name, text } of outputs) {
    yield `${inlineCode(name)} says${factsIn(text)}:\n\n${blockQuote(text === '' ? '(nothing)' : text, 2000)}\n\n`
  }
  if (prompt !== '') yield `Your question was:\n\n${blockQuote(prompt, 300)}\n\n`
  yield 'A model would now answer from these results. The sandbox only shows that they arrived complete.'
}

function factsIn(text: string): string {
  const facts = Object.entries(recordOf(jsonIn(text))).filter(([, value]) => typeof value !== 'object')
  const told = facts
    .slice(0, 6)
    .map(([name, value]) => `${name.replaceAll(/[_*`|]/g, ' ')} is **${String(value).replaceAll(/[*`]/g, '')}**`)
  return told.length > 0 ? ` that ${told.join(', ')}` : ''
}

const greetings = ['You wrote', 'Your message was', 'The sandbox received', 'Your prompt']
const explanations = [
  'No model has read this: the sandbox writes its answers by rules, so that everything can be tried without a key.',
  'There is no model behind this answer. It is written by rules, so the same request always gets the same text.',
  'A model would answer here. The sandbox shows what arrived with your message, and how text looks on its way back.',
]
const prepared = [
  'No model has read this. The sandbox has a prepared text on the subject, chosen by the words of your message:',
  'This text is prepared, not written for you: the sandbox found its subject in the words of your message.',
]
const nextSteps = [
  'Add `tokens: 2000` to a prompt for a long document, or choose a *Fault* model to see a failure.',
  'To see a tool call, add a tool and mention it in your prompt.',
  'Change anything and send again for a different answer. The same request always gets this one.',
]

function greeting({ prompt, earlier }: Conversation, random: Random): string {
  if (prompt.trim() === '') return 'Your message has no text.'
  const first = earlier.at(0)?.trim()
  if (!first) return `${random.pick(greetings)}:`
  return `This is message ${earlier.length + 1} of the conversation, which began with ${inlineCode(first, 60)}. ${random.pick(greetings)}:`
}

function* somethingToRead(prompt: string, prose: Prose, random: Random, paragraphs: number): Generator<string> {
  const block = namedBlock(prompt)
  const language = codeSamples.find(({ language }) => new RegExp(`(?<![\\w+])${language}(?![\\w+])`, 'i').test(prompt))
  const sample =
    language ?? (/\b(?:code|function|program|script)\b/i.test(prompt) ? random.pick(codeSamples) : undefined)
  yield `### ${prose.title}\n\n`
  for (let count = 0; count < paragraphs; count += 1) yield `${prose.paragraph(3)}\n\n`
  if (sample) yield `${fenced(sample, random)}\n\n`
  else if (block) yield `${block(prose, random)}\n\n`
}

/** Fields that have their own rows, or that must not change the text. */
const toldElsewhere = new Set(['model', 'input', 'messages', 'instructions', 'tools', 'stream', 'stream_options'])

/** A Markdown table of what was received: model, items, attachments, parameters and tools. `sent` is the request as received. */
function arrivalTable(sent: JsonRecord, request: NormalRequest, conversation: Conversation): string {
  const parameters = Object.entries(sent)
    .filter(([name, value]) => !toldElsewhere.has(name) && value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const rows: (readonly [string, string])[] = [
    ['Model', inlineCode(String(sent.model ?? ''))],
    ['Input', `${counts(conversation.items)}${sent.messages === undefined ? '' : ', sent as `messages`'}`],
    ['Attached', counts(conversation.attachments)],
    ['Parameters', parameters.map(([name, value]) => inlineCode(`${name}: ${canonicalJson(value)}`)).join(', ')],
    ['Tools', request.tools.map((tool) => inlineCode(toolName(tool))).join(', ')],
  ]
  const told = rows.filter(([, value]) => value !== '').map(([name, value]) => `| ${name} | ${value} |`)
  return ['| Field | Received |', '| :--- | :--- |', ...told].join('\n')
}

const toolName = (tool: JsonRecord) => String(tool.name ?? tool.type ?? 'unnamed')

const counts = (all: ReadonlyMap<string, number>) =>
  [...all].map(([word, count]) => `${count} ${inlineCode(word)}`).join(', ')
