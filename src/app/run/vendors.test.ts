import { describe, expect, test } from 'vitest'
import { createReader } from '../client/read/chat-reader.ts'
import type { Finish } from '../client/read/reply-end.ts'
import { reduce } from './reduce.ts'
import { emptyResult, type Output, type RunResult } from './result.ts'

/** What a reply of these payloads comes to, read by itself. */
function resultOf(payloads: readonly object[], how: Finish = 'closed'): RunResult {
  const reader = createReader()
  const told = payloads.flatMap((payload) => reader.push({ at: 0, data: JSON.stringify(payload) }))
  return reduce(emptyResult, [...told, ...reader.finish(how)])
}

/** Each output in a few words. */
function shown({ outputs }: RunResult): readonly string[] {
  return outputs.map((output) => `${output.kind}: ${wordsOf(output)}`)
}

function wordsOf(output: Output): string {
  switch (output.kind) {
    case 'message':
      return output.parts.map(({ text }) => text).join('|')
    case 'tool-call':
      return `${output.name}(${output.arguments})`
    case 'media':
      return output.sha256 ?? output.url ?? ''
    case 'item':
      return JSON.stringify(output.item)
    default:
      return output.text
  }
}

const chunk = (delta: object, finish_reason: string | null = null, more: object = {}) => ({
  ...{ object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] },
  ...more,
})
const chatBody = (message: object, more: object = {}) => ({
  ...{ object: 'chat.completion', choices: [{ index: 0, message, finish_reason: 'stop' }] },
  ...more,
})
const messageOf = (...content: object[]) => ({
  object: 'response',
  status: 'completed',
  output: [{ type: 'message', role: 'assistant', content }],
})
const done = (item: object) => ({ type: 'response.output_item.done', output_index: 0, item })

const hash = 'ab'.repeat(32)
const dataUrl = 'data:image/png;base64,iVBORw0KGgoAAAA='

describe('content without a message of its own is read, or stands there as it came', () => {
  const replies: readonly [who: string, payloads: readonly object[], comesTo: readonly string[]][] = [
    [
      'the thinking of Mistral as it streams',
      [
        chunk({ role: 'assistant', content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Let me ' }] }] }),
        chunk({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'see.' }] }] }),
        chunk({ content: 'Four' }),
        chunk({ content: [{ type: 'text', text: '.' }] }, 'stop'),
      ],
      ['reasoning: Let me see.', 'message: Four.'],
    ],
    [
      'the thinking of Mistral in a body, and a reference that has no reading',
      [
        chatBody({
          content: [
            { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] },
            { type: 'text', text: 'Four.' },
            { type: 'reference', reference_ids: [1] },
          ],
        }),
      ],
      ['reasoning: Hm.', 'message: Four.', 'item: {"type":"reference","reference_ids":[1]}'],
    ],
    [
      'the text of the older completions',
      [
        { object: 'text_completion', choices: [{ index: 0, text: 'Once ', finish_reason: null }] },
        { object: 'text_completion', choices: [{ index: 0, text: 'upon', finish_reason: 'stop' }] },
      ],
      ['message: Once upon'],
    ],
    [
      'pictures beside the content (OpenRouter)',
      [
        chunk({ content: 'Here:', images: [{ type: 'image_url', image_url: { url: dataUrl } }] }),
        chunk({ images: [{ type: 'image_url', image_url: { url: `data:image/png;base64,sha256:${hash}` } }] }, 'stop'),
      ],
      ['message: Here:', `media: ${dataUrl}`, `media: ${hash}`],
    ],
    [
      'spoken words, and that their sound came',
      [
        chunk({ audio: { id: 'audio_1', transcript: 'Good ' } }),
        chunk({ audio: { id: 'audio_1', transcript: 'day.', data: 'AAAA' } }),
        chunk({ audio: { id: 'audio_1', data: 'AAAAAA' } }, 'stop'),
      ],
      ['message: Good day.', 'item: {"type":"audio","id":"audio_1","base64_characters":10}'],
    ],
    [
      'a spoken answer in a body',
      [chatBody({ content: null, audio: { id: 'a', data: `sha256:${hash}`, transcript: 'Good day.' } })],
      ['message: Good day.', `media: ${hash}`],
    ],
    [
      'blocks of Anthropic that passed through',
      [
        chatBody({
          content: [
            { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' },
            { type: 'redacted_thinking', data: 'b3BhcXVl' },
            { type: 'text', text: 'Hi.', citations: [{ type: 'page_location', document_title: 'Report' }] },
            { type: 'tool_result', tool_use_id: 't', content: 'sunny' },
          ],
        }),
      ],
      [
        'reasoning: Hm.',
        'item: {"type":"redacted_thinking","data":"b3BhcXVl"}',
        'message: Hi.',
        'item: {"type":"tool_result","tool_use_id":"t","content":"sunny"}',
      ],
    ],
    [
      'the thinking blocks of LiteLLM, once',
      [chatBody({ content: 'Hi', reasoning_content: 'Hm.', thinking_blocks: [{ type: 'thinking', thinking: 'Hm.' }] })],
      ['reasoning: Hm.', 'message: Hi'],
    ],
    [
      'the details of OpenRouter without a plain reasoning',
      [chatBody({ content: 'Hi', reasoning_details: [{ type: 'reasoning.summary', summary: 'Hm.' }] })],
      ['reasoning: Hm.', 'message: Hi'],
    ],
    [
      'a thought that Gemini sends as content',
      [
        chunk({ content: 'Thinking.', extra_content: { google: { thought: true } } }),
        chunk({ content: 'Hi.', extra_content: { google: { thought_signature: 'c2ln' } } }, 'stop'),
      ],
      ['reasoning: Thinking.', 'message: Hi.'],
    ],
    [
      'fields of nobody else (Groq)',
      [
        chunk({ executed_tools: [{ index: 0, type: 'search' }] }),
        chunk({ executed_tools: [{ index: 0, output: 'found' }] }),
        chunk({ content: 'Hi' }, 'stop'),
      ],
      ['item: {"executed_tools":[{"index":0,"type":"search"},{"index":0,"output":"found"}]}', 'message: Hi'],
    ],
    [
      'a custom tool call of chat, and a call of no known kind',
      [
        chatBody({
          content: null,
          tool_calls: [
            { id: 'c1', type: 'custom', custom: { name: 'sql', input: 'SELECT 1' } },
            { id: 'c2', type: 'mcp', mcp: { server: 'files' } },
          ],
        }),
      ],
      ['tool-call: sql(SELECT 1)', 'item: {"tool_calls":[{"id":"c2","type":"mcp","mcp":{"server":"files"}}]}'],
    ],
    [
      'a part of a message of Responses that has no reading',
      [messageOf({ type: 'output_text', text: 'Hi' }, { type: 'output_chart', series: [1, 2] })],
      ['message: Hi', 'item: {"type":"output_chart","series":[1,2]}'],
    ],
    [
      'several thoughts inside a message of Responses, streamed and listed',
      [
        done({
          type: 'message',
          content: [
            { type: 'thinking', thinking: 'One.' },
            { type: 'thinking', thinking: 'Two.' },
          ],
        }),
        messageOf({ type: 'thinking', thinking: 'One.' }, { type: 'thinking', thinking: 'Two.' }),
      ],
      ['reasoning: One.\n\nTwo.'],
    ],
    [
      'sound in a message of Responses',
      [messageOf({ type: 'output_audio', data: `sha256:${hash}`, transcript: 'Good day.' })],
      ['message: Good day.', `media: ${hash}`],
    ],
    [
      'a transcript in pieces, and sound without a player',
      [
        { type: 'response.audio.delta', output_index: 0, delta: 'AAAA' },
        { type: 'response.audio.transcript.delta', output_index: 0, delta: 'Good ' },
        { type: 'response.audio.transcript.delta', output_index: 0, delta: 'day.' },
        { type: 'response.completed', response: {} },
      ],
      ['item: {"type":"audio","base64_characters":4}', 'message: Good day.'],
    ],
    [
      'a picture that a tool of the router made, with what it says of it',
      [
        {
          type: 'response.image_generation_call.partial_image',
          output_index: 0,
          partial_image_b64: `sha256:${'cd'.repeat(32)}`,
        },
        done({ type: 'image_generation_call', status: 'completed', result: `sha256:${hash}`, revised_prompt: 'A cat' }),
        { type: 'response.completed', response: {} },
      ],
      [
        `media: ${hash}`,
        `item: {"type":"image_generation_call","status":"completed","result":"sha256:${hash}","revised_prompt":"A cat"}`,
      ],
    ],
    [
      'a picture among the outputs of code',
      [
        done({
          type: 'code_interpreter_call',
          code: 'plot()',
          outputs: [{ type: 'image', url: 'https://x.test/a.png' }],
        }),
      ],
      [
        'media: https://x.test/a.png',
        'item: {"type":"code_interpreter_call","code":"plot()","outputs":[{"type":"image","url":"https://x.test/a.png"}]}',
      ],
    ],
  ]
  test.each(replies)('%s', (_, payloads, comesTo) => {
    expect(shown(resultOf(payloads)).toSorted()).toEqual(comesTo.toSorted())
  })

  test('a part is told once, however often the router sends it', () => {
    const part = { type: 'output_chart', series: [1] }
    const reader = createReader()
    const item = { type: 'message', content: [part] }
    const events = [
      { type: 'response.content_part.added', output_index: 0, content_index: 0, part },
      { type: 'response.content_part.done', output_index: 0, content_index: 0, part },
      done(item),
      { type: 'response.completed', response: { output: [item] } },
    ].flatMap((payload) => reader.push({ at: 0, data: JSON.stringify(payload) }))
    expect(events).toEqual([{ kind: 'item', output: 0, part: 0, item: part }])
  })

  test('the beginning of a text part is no part without a reading', () => {
    const part = { type: 'output_text', annotations: [], logprobs: [] }
    expect(
      resultOf([
        { type: 'response.content_part.added', output_index: 0, content_index: 0, part },
        { type: 'response.completed', response: {} },
      ]).outputs,
    ).toEqual([])
  })

  test('a picture on its way is one, and becomes the step before the finished one', () => {
    const preview = {
      type: 'response.image_generation_call.partial_image',
      output_index: 0,
      partial_image_b64: `sha256:${hash}`,
    }
    expect(resultOf([preview]).outputs).toMatchObject([{ kind: 'media', partial: true, sha256: hash }])
    const last = done({ type: 'image_generation_call', result: `sha256:${'cd'.repeat(32)}` })
    expect(resultOf([preview, last]).outputs[0]).toMatchObject({ sha256: 'cd'.repeat(32), steps: [hash] })
  })
})

describe('what an answer cites is numbered, each source once', () => {
  const url = 'https://news.test/a'
  const cited = [{ url, title: 'A' }]
  const sources: readonly [who: string, payloads: readonly object[], comesTo: readonly object[]][] = [
    [
      'annotations of Responses, in their event, their part and the final list',
      [
        {
          type: 'response.output_text.annotation.added',
          annotation: { type: 'url_citation', url, title: 'A', start_index: 1, end_index: 4 },
        },
        done({
          type: 'message',
          content: [{ type: 'output_text', text: 'Hi', annotations: [{ type: 'url_citation', url, title: 'A' }] }],
        }),
        { type: 'response.completed', response: {} },
      ],
      cited,
    ],
    [
      'addresses first and titles later (Perplexity)',
      [
        chunk({ content: 'Hi[1]' }, null, { citations: [url, 'https://b.test/'] }),
        chunk({ content: '.' }, 'stop', { citations: [url, 'https://b.test/'], search_results: [{ url, title: 'A' }] }),
      ],
      [...cited, { url: 'https://b.test/' }],
    ],
    [
      'annotations of chat, and those of a message of OpenRouter',
      [chunk({ content: 'Hi', annotations: [{ type: 'url_citation', url_citation: { url, title: 'A' } }] }, 'stop')],
      cited,
    ],
    [
      'what a choice cites behind its end',
      [
        chunk({ content: 'Hi' }, 'stop'),
        chunk({ annotations: [{ type: 'url_citation', url_citation: { url, title: 'A' } }] }),
      ],
      cited,
    ],
    [
      'files, by their names or else their ids',
      [
        messageOf({
          ...{ type: 'output_text', text: 'Hi' },
          annotations: [
            { type: 'file_citation', file_id: 'f_1', filename: 'report.pdf', index: 3 },
            { type: 'file_citation', file_id: 'f_1', filename: 'report.pdf', index: 9 },
            { type: 'container_file_citation', container_id: 'c', file_id: 'f_2', filename: 'plot.png' },
            { type: 'file_path', file_id: 'f_3' },
          ],
        }),
      ],
      [{ file: 'report.pdf' }, { file: 'plot.png' }, { file: 'f_3' }],
    ],
    [
      'the results of a search that are an item of their own',
      [done({ type: 'search_results', results: [{ url, title: 'A', snippet: '…' }] })],
      cited,
    ],
    [
      'what names no address at all',
      [
        chatBody({
          content: 'Hi',
          annotations: [{ type: 'odd', note: 1 }, { type: 'x', cited_text: 'said' }, null, 7],
        }),
      ],
      [{ title: 'odd' }, { title: 'said' }],
    ],
  ]
  test.each(sources)('%s', (_, payloads, comesTo) => {
    expect(resultOf(payloads).sources).toEqual(comesTo)
  })
})

test('an error inside a choice is told in its own words', () => {
  const choice = { index: 0, delta: {}, finish_reason: 'error', error: { code: 502, message: 'Upstream broke' } }
  expect(resultOf([{ choices: [choice] }]).error).toMatchObject({ code: '502', message: 'Upstream broke' })
})

describe('a reply of another protocol says how much came and was not understood', () => {
  const anthropic = [
    { type: 'message_start', message: { id: 'm' } },
    ...Array.from({ length: 39 }, () => ({ type: 'content_block_delta', delta: { type: 'text_delta', text: 'a' } })),
    { type: 'message_stop' },
  ]
  test.each<[string, readonly object[], string]>([
    ['Anthropic', anthropic, '41 events received, none in a format this app reads'],
    ['Gemini', [{ candidates: [{ content: { parts: [{ text: 'Hi' }] } }] }], '1 event received, none in a format'],
    [
      'one that begins like Responses',
      [
        { type: 'response.created', response: { id: 'r' } },
        { type: 'response.words', words: 'Hi' },
      ],
      '2 events received, 1 of them not in a format',
    ],
  ])('%s', (_, payloads, words) => {
    const { error, end } = resultOf(payloads)
    expect(end).toEqual({ status: 'failed', reason: 'unreadable' })
    expect(error?.kind).toBe('contract')
    expect(error?.message).toContain(words)
    expect(error?.raw).toContain(JSON.stringify(payloads.at(-1)).slice(0, 20))
  })

  test('a body that is no reply is told with what it holds', () => {
    expect(resultOf([{ type: 'message', role: 'assistant', content: [] }], 'whole').error?.raw).toContain('assistant')
  })

  test('a stream that closed without any event is told as before', () => {
    expect(resultOf([]).end).toEqual({ status: 'interrupted', reason: 'empty' })
  })

  test('raw events are told up to a limit', () => {
    const long = Array.from({ length: 100 }, () => ({ type: 'other', text: 'x'.repeat(1000) }))
    expect(resultOf(long).error?.raw?.length).toBeLessThanOrEqual(4000)
  })
})
