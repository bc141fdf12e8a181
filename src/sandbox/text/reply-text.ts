import { canonicalJson, type JsonRecord, jsonIn, nonBlankOf, recordOf } from '#contract/core/loose-json.ts'
import type { NormalRequest } from '#contract/responses/input.ts'
import { namedBlock } from '../document/blocks.ts'
import { codeSamples, fenced } from '../document/code-samples.ts'
import { proseOn } from '../document/prose.ts'
import { topicsOfCraft, topicsOfNature } from '../document/topics.ts'
import { type Random, randomOf } from '../seed.ts'
import type { Conversation } from './conversation.ts'
import { blockQuote, inlineCode, label } from './quoting.ts'
import { type Sight, sightsText } from './sights.ts'

/** What a text answer is made from. */
export interface Asked {
  /** The request as it came. */
  readonly sent: JsonRecord
  readonly request: NormalRequest
  readonly conversation: Conversation
  /** Its pictures. */
  readonly sights: readonly Sight[]
  readonly seed: string
}

/** A short answer that shows back what arrived, and then gives something to read. The same for the same request. */
export function* replyText(asked: Asked): Generator<string> {
  const { sent, request, conversation, sights, seed } = asked
  const random = randomOf(`${seed} reply`)
  const wordy = nonBlankOf(request.text.verbosity)
  yield label
  yield `${greeting(conversation, random)}\n\n`
  if (conversation.prompt.trim() !== '') yield `${blockQuote(conversation.prompt)}\n\n`
  yield `${explanation(conversation.prompt, random)}\n\n`
  yield* sights.length > 0 ? [sightsText(sights)] : []
  if (wordy !== 'low') yield* somethingToRead(conversation.gist, random, wordy === 'high' ? 3 : 1)
  yield `### What arrived\n\n${arrivalTable(sent, request, conversation)}\n\n`
  const instructions = conversation.instructions.join('\n\n')
  if (instructions !== '') yield `It came with these instructions:\n\n${blockQuote(instructions)}\n\n`
  yield random.pick(nextSteps)
}

/** An answer to what tools have said: each output is quoted, and the fields of a JSON object are read out. */
export function* outputsText({ conversation, seed }: Asked): Generator<string> {
  const random = randomOf(`${seed} outputs`)
  const { outputs, prompt } = conversation
  yield label
  yield `${outputs.length === 1 ? 'The tool has answered' : `All ${outputs.length} calls have been answered`}${random.pick(['.', ', thank you.', '; here is what came back.'])}\n\n`
  for (const { name, text } of outputs) {
    yield `${inlineCode(name)} says${factsIn(text)}:\n\n${blockQuote(text === '' ? '(nothing)' : text, 2000)}\n\n`
  }
  if (prompt !== '') yield `That is what there is to say to your question, which was:\n\n${blockQuote(prompt, 300)}\n\n`
  yield 'A model would now put this into words of its own. The sandbox only shows that the outputs arrived whole.'
}

function factsIn(text: string): string {
  const facts = Object.entries(recordOf(jsonIn(text))).filter(([, value]) => typeof value !== 'object')
  const told = facts
    .slice(0, 6)
    .map(([name, value]) => `${name.replaceAll(/[_*`|]/g, ' ')} is **${String(value).replaceAll(/[*`]/g, '')}**`)
  return told.length > 0 ? ` that ${told.join(', ')}` : ''
}

const greetings = ['You wrote', 'Your message was', 'This is what reached the sandbox', 'Here is your prompt again']
const explanations = [
  'No model has read this. The sandbox answers by rules, so that every part of the path between you and a model can be tried without a key.',
  'There is no model behind this answer: rules wrote it, and the same request will always get the same words.',
  'A real model would answer here. The sandbox only shows that your words arrived, what came with them, and how text looks on its way back.',
]
const nextSteps = [
  'Write `tokens: 2000` in a prompt to get a long document, or pick one of the *Fault* models to see a failure.',
  'To see more, offer a tool and name it in your prompt, or ask for `tokens: 5000`.',
  'Change one thing and send again: another request gets other words, the same request gets these.',
]

function greeting({ prompt, earlier }: Conversation, random: Random): string {
  if (prompt.trim() === '') return 'No text from you has arrived.'
  const first = earlier.at(0)?.trim()
  if (!first) return `${random.pick(greetings)}:`
  return `This is your message number ${earlier.length + 1}; the first was ${inlineCode(first, 60)}. ${random.pick(greetings)}:`
}

function explanation(prompt: string, random: Random): string {
  const question = prompt.trimEnd().endsWith('?') ? 'That is a good question, and it is left open. ' : ''
  return `${question}${random.pick(explanations)}`
}

function* somethingToRead(prompt: string, random: Random, paragraphs: number): Generator<string> {
  const prose = proseOn(random.pick([...topicsOfCraft, ...topicsOfNature]), random)
  const block = namedBlock(prompt)
  const language = codeSamples.find(({ language }) => new RegExp(`(?<![\\w+])${language}(?![\\w+])`, 'i').test(prompt))
  const sample =
    language ?? (/\b(?:code|function|program|script)\b/i.test(prompt) ? random.pick(codeSamples) : undefined)
  yield `### ${prose.heading()}\n\n`
  for (let count = 0; count < paragraphs; count += 1) yield `${prose.paragraph(2)}\n\n`
  if (sample) yield `${fenced(sample, random)}\n\n`
  else if (block) yield `${block(prose, random)}\n\n`
}

/** Fields that have rows of their own, or that must not change the text. */
const toldElsewhere = new Set(['model', 'input', 'messages', 'instructions', 'tools', 'stream', 'stream_options'])

/** A Markdown table of what arrived: model, items, attachments, parameters and tools. `sent` is the request as it came. */
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
  return ['| What | As it arrived |', '| :--- | :--- |', ...told].join('\n')
}

const toolName = (tool: JsonRecord) => String(tool.name ?? tool.type ?? 'unnamed')

const counts = (all: ReadonlyMap<string, number>) =>
  [...all].map(([word, count]) => `${count} ${inlineCode(word)}`).join(', ')
