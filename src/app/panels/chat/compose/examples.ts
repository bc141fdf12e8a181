import { Braces, FileText, MessageSquare, Wrench } from 'lucide-react'
import type { JsonRecord } from '#contract/core/loose-json.ts'
import type { Example } from '../../../tool/examples/example.ts'

/** A message with the settings that it needs, which the form takes over. */
export interface ChatExample extends Example {
  readonly settings: JsonRecord
}

const weather = {
  ...{ type: 'function', name: 'get_weather', description: 'Current weather in a city' },
  parameters: {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  },
}

const order = {
  ...{ type: 'json_schema', name: 'order', strict: true },
  schema: {
    type: 'object',
    properties: {
      item: { type: 'string' },
      quantity: { type: 'integer', minimum: 1 },
      city: { type: 'string' },
      date: { type: 'string', format: 'date' },
    },
    required: ['item', 'quantity', 'city', 'date'],
    additionalProperties: false,
  },
}

/** Each shows something that holds with any model, and promises nothing of what the sandbox would have to understand. */
export const chatExamples: readonly ChatExample[] = [
  { icon: MessageSquare, title: 'Just ask', prompt: 'What does a model router do?', settings: {} },
  {
    ...{ icon: FileText, title: 'A long document', settings: {}, says: 'Markdown as it streams' },
    prompt: 'Write about streaming, with tables, code and maths. tokens: 1500',
  },
  {
    ...{ icon: Wrench, title: 'A tool call', prompt: 'What is the weather in Lisbon today?' },
    ...{ settings: { tools: [weather] }, says: 'tools: get_weather(city)' },
  },
  {
    ...{ icon: Braces, title: 'Structured output', settings: { text: { format: order } } },
    prompt: 'Order 12 "blue ceramic mugs" for delivery in Porto on 2027-03-01.',
    says: 'schema: item, quantity, city, date',
  },
]

/** Of the row of examples of other tools, whose place is kept until it is loaded. */
export const tileHeight = 'h-28 @xl:h-40'
