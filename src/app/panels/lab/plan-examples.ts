import { AudioLines, Image, MessagesSquare } from 'lucide-react'
import { type ModelCard, offers } from '#contract/models/model-card.ts'
import { emptyPlan, type LabPlan } from '#lab/lab-plan.ts'
import type { Example } from '../../tool/examples/example.ts'
import { chatTool, generateTool, speechTool, type Tool } from '../../tool/tools.ts'
import { freshRequest } from './lab-tools.ts'

export interface LabExample extends Example {
  /** The plan, with the first models of the list that fit. */
  readonly planFor: (cards: readonly ModelCard[]) => LabPlan
}

interface ExamplePlan extends Example, Pick<LabPlan, 'request' | 'rows'> {
  /** How many it has, none of which fails on purpose. */
  readonly models: number
  readonly sweeps?: LabPlan['axes']['sweeps']
}

const example = (tool: Tool, { request, models, rows, sweeps = [], ...words }: ExamplePlan): LabExample => ({
  ...words,
  planFor(cards) {
    const fitting = cards.filter((card) => offers(card, tool.endpoint) === 'yes' && !card.id.startsWith('fault-'))
    return {
      ...emptyPlan(tool.id, { ...freshRequest(tool), ...request }),
      name: words.title,
      axes: { models: fitting.slice(0, models).map(({ id }) => id), repeat: 1, sweeps },
      rows,
    }
  },
})

export const labExamples: readonly LabExample[] = [
  example(chatTool, {
    icon: MessagesSquare,
    title: 'Two models, five questions',
    prompt: 'Explain {{topic}} to {{reader}} in two sentences.',
    says: '10 cells',
    request: { input: 'Explain {{topic}} to {{reader}} in two sentences.' },
    models: 2,
    rows: [
      { topic: 'what a model router does', reader: 'a product manager' },
      { topic: 'token streaming', reader: 'a new engineer' },
      { topic: 'rate limits', reader: 'a customer' },
      { topic: 'idempotency keys', reader: 'an accountant' },
      { topic: 'prompt caching', reader: 'a student' },
    ],
  }),
  example(generateTool, {
    icon: Image,
    title: 'Three pictures, three shapes',
    prompt: '“{{subject}} {{time}}” in three sizes',
    says: '9 cells',
    request: { prompt: '{{subject}} {{time}}' },
    models: 1,
    sweeps: [{ path: 'size', values: ['1024x1024', '1024x1536', '1536x1024'] }],
    rows: [
      { subject: 'A lighthouse', time: 'at dusk' },
      { subject: 'A sailing boat', time: 'in the morning' },
      { subject: 'A mountain', time: 'at night' },
    ],
  }),
  example(speechTool, {
    icon: AudioLines,
    title: 'One announcement, three voices',
    prompt: '“{{line}}” in three voices',
    says: '6 cells',
    request: { input: '{{line}}' },
    models: 1,
    sweeps: [{ path: 'voice', values: ['alloy', 'coral', 'verse'] }],
    rows: [
      { line: 'The next train to the harbour leaves from platform four.' },
      { line: 'Please keep your belongings with you at all times.' },
    ],
  }),
]
