import { localName } from '../file-name.ts'
import { completedWords, type EventLoop, failedWords, keyVariable, type SnippetCall, type WaitedJob } from './call.ts'
import { javascript, literal, quoted } from './literal.ts'

const authorization = `Authorization: \`Bearer \${process.env.${keyVariable}}\``

export function fetchTypescript(call: SnippetCall): string {
  const lines = [...formLines(call, localName), ...send(call), ...receive(call)]
  const imports = fileImports(lines)
  // An export makes it a module, which top-level `await` requires.
  return [
    ...imports,
    ...(imports.length > 0 ? [''] : []),
    ...lines,
    ...(imports.length > 0 ? [] : ['', 'export {}']),
    '',
  ].join('\n')
}

function send(call: SnippetCall): readonly string[] {
  const { body, method, hasKey } = call
  const headers = [
    ...(hasKey ? [authorization] : []),
    ...call.headers.map(([name, value]) => javascript.entry(name, quoted(value))),
  ]
  const content =
    body.kind === 'json' ? `JSON.stringify(${literal(body.value, javascript, 2)})` : body.kind === 'multipart' && 'form'
  return [
    `const response = await fetch(${quoted(call.url)}, {`,
    `  method: ${quoted(method)},`,
    ...(headers.length > 0 ? ['  headers: {', ...headers.map((line) => `    ${line},`), '  },'] : []),
    ...(content ? [`  body: ${content},`] : []),
    '})',
    `if (!response.ok) throw new Error(\`HTTP \${response.status}: \${await response.text()}\`)`,
  ]
}

function receive(call: SnippetCall): readonly string[] {
  if (call.job)
    return call.job.address ? pollAndSave(call, call.job, 'response.json()') : pollAndDownload(call, call.job)
  if (call.reply === 'events') return readEvents(call)
  if (call.reply === 'text') return ['console.log(await response.text())']
  if (call.reply === 'bytes')
    return [`await writeFile(${quoted(call.saveAs)}, Buffer.from(await response.arrayBuffer()))`]
  return ['const result = await response.json()', ...javascriptResult(call)]
}

function readEvents(call: SnippetCall): readonly string[] {
  const loop: EventLoop = (each) => [
    'const decoder = new TextDecoder()',
    "let line = ''",
    "let data = ''",
    'for await (const bytes of response.body ?? []) {',
    '  // Only the new text is split: an event with an image arrives in many pieces.',
    "  const [start = '', ...lines] = decoder.decode(bytes, { stream: true }).split('\\n')",
    '  line += start',
    '  for (const next of lines) {',
    "    if (line.startsWith('data:')) data += line.slice(5).trim()",
    "    const text = line.trim() === '' ? data : ''",
    "    if (text !== '') data = ''",
    '    line = next',
    "    if (text === '' || text === '[DONE]') continue",
    '    const event = JSON.parse(text)',
    ...indented(indented(each)),
    '  }',
    '}',
  ]
  return ['', ...javascriptEvents(call, loop)]
}

/** A poll that fails for the moment is repeated: it is free, and the job goes on. */
const polled = (address: string, job: string) => [
  `const reply = await get(${address})`,
  "pause = Number(reply.headers.get('retry-after')) || pause",
  'if (reply.status === 429 || reply.status >= 500) continue',
  'const text = await reply.text()',
  `if (!reply.ok) throw new Error(\`HTTP \${reply.status}: \${text}\`)`,
  `if (text !== '') ${job} = JSON.parse(text)`,
]

const refused = `if (!content.ok) throw new Error(\`HTTP \${content.status}: \${await content.text()}\`)`

const init = ({ hasKey }: SnippetCall) => (hasKey ? `, { headers: { ${authorization} } }` : '')

/** A job that is read at the addresses that its router names: each result is a file of its own. `created` gives the first reply. */
export function pollAndSave(call: SnippetCall, job: WaitedJob, created: string): readonly string[] {
  return [
    '',
    "const get = (address = '') => {",
    `  const url = new URL(address, ${quoted(call.baseUrl)})`,
    ...(call.hasKey
      ? [
          '  // The key is for the router alone.',
          `  return fetch(url, url.origin === ${quoted(new URL(call.baseUrl).origin)} ? { headers: { ${authorization} } } : {})`,
        ]
      : ['  return fetch(url)']),
    '}',
    `let job = await ${created}`,
    ...javascriptWait(job, polled(`job.${job.address}`, 'job'), 'job'),
    'for (const [name, address] of Object.entries(job.result_urls ?? {})) {',
    '  const content = await get(String(address))',
    `  ${refused}`,
    `  await writeFile(\`${call.stem}_\${name}.${call.extension}\`, Buffer.from(await content.arrayBuffer()))`,
    '}',
  ]
}

function pollAndDownload(call: SnippetCall, job: WaitedJob): readonly string[] {
  const { baseUrl, saveAs } = call
  return [
    '',
    "const get = (path = '') =>",
    `  fetch(${quoted(`${baseUrl}/videos/`)} + encodeURIComponent(id) + path${init(call)})`,
    'let video = await response.json()',
    ...javascriptWait(job, polled('', 'video')),
    "const content = await get('/content')",
    refused,
    `await writeFile(${quoted(saveAs)}, Buffer.from(await content.arrayBuffer()))`,
  ]
}

/** Prints a failure and sets the exit code to 1; files written before it are kept. */
const failure = 'if (/^(.+\\.)?(error|failed)$/.test(event.type) || event.error) {'

/** The code for a stream of events, by endpoint. */
export function javascriptEvents(call: SnippetCall, loop: EventLoop): readonly string[] {
  const each = loop([...onEvent(call), failure, '  console.error(event)', '  process.exitCode = 1', '}'])
  if (call.endpoint === 'audio.speech') return [`await writeFile(${quoted(call.saveAs)}, '')`, ...each]
  if (!call.endpoint.startsWith('images.')) return each
  const end = ['if (count === 0) {', "  console.error('No image in the reply.')", '  process.exitCode = 1', '}']
  return ['let count = 0', ...each, ...end]
}

function onEvent(call: SnippetCall): readonly string[] {
  const { endpoint, vocabulary, saveAs } = call
  if (vocabulary === 'response')
    return [
      "if (event.type === 'response.output_text.delta') process.stdout.write(event.delta)",
      "if (event.type === 'response.output_item.done') {",
      ...indented(javascriptCall('event.item')),
      '}',
      "if (event.type === 'response.incomplete') console.error(event.response.incomplete_details)",
    ]
  if (endpoint.startsWith('images.'))
    return [
      "if (event.type?.endsWith('.completed')) {",
      '  count += 1',
      ...indented(saveImage(call, 'event', 'count')),
      '}',
    ]
  if (endpoint === 'audio.speech')
    return [
      `if (event.type === 'speech.audio.delta') await appendFile(${quoted(saveAs)}, Buffer.from(event.audio, 'base64'))`,
    ]
  if (endpoint === 'audio.transcriptions')
    return ["if (event.type === 'transcript.text.delta') process.stdout.write(event.delta)"]
  return ['console.log(event)']
}

function saveImage({ stem, extension }: SnippetCall, image: string, number: string): readonly string[] {
  return [
    `const name = \`${stem}-\${${number}}.${extension}\``,
    `if (${image}.b64_json) await writeFile(name, Buffer.from(${image}.b64_json, 'base64'))`,
    `console.log(${image}.b64_json ? name : ${image}.url)`,
  ]
}

export const javascriptCall = (item: string): readonly string[] => [
  `if (${item}.type === 'function_call') console.log(\`\${${item}.name}(\${${item}.arguments})\`)`,
  `if (${item}.type === 'custom_tool_call') console.log(\`\${${item}.name}(\${${item}.input})\`)`,
]

function saveVoices({ stem, extension }: SnippetCall): readonly string[] {
  return [
    'for (const [index, voice] of (result.previews ?? []).entries()) {',
    `  const name = \`${stem}-\${index + 1}.${extension}\``,
    "  const sound = voice.audio_base_64 ?? voice.audio_base64 ?? ''",
    "  if (sound !== '') await writeFile(name, Buffer.from(sound, 'base64'))",
    '  console.log(voice.generated_voice_id, name)',
    '}',
  ]
}

export function javascriptResult(call: SnippetCall): readonly string[] {
  if (call.endpoint === 'audio.voice-design') return saveVoices(call)
  if (!call.endpoint.startsWith('images.')) return ['console.log(JSON.stringify(result, null, 2))']
  return [
    'for (const [index, image] of result.data.entries()) {',
    ...indented(saveImage(call, 'image', 'index + 1')),
    '}',
  ]
}

/** The import of the functions of `node:fs/promises` that `lines` use. */
export function fileImports(lines: readonly string[]): readonly string[] {
  const text = lines.join('\n')
  const used = ['appendFile', 'readFile', 'writeFile'].filter((name) => text.includes(`await ${name}(`))
  return used.length === 0 ? [] : [`import { ${used.join(', ')} } from 'node:fs/promises'`]
}

export function formLines({ body }: SnippetCall, name: (file: string) => string): readonly string[] {
  if (body.kind !== 'multipart') return []
  return [
    'const form = new FormData()',
    ...body.parts.map((part) => {
      const start = `form.append(${quoted(part.name)}, `
      if (part.kind === 'text') return `${start}${quoted(part.value)})`
      const { file } = part
      const blob = `new Blob([await readFile(${quoted(name(file.name))})], { type: ${quoted(file.type)} })`
      return `${start}${blob}, ${quoted(file.name)})`
    }),
    '',
  ]
}

export const indented = (lines: readonly string[]) => lines.map((line) => (line === '' ? line : `  ${line}`))

/**
 * JavaScript that repeats `poll` until the job in the variable `name` has completed. `poll` sets it anew and may change `pause`, the seconds
 * until the next poll. The id is printed first: the job goes on at the router where the program ends early.
 */
export function javascriptWait({ id, state }: WaitedJob, poll: readonly string[], name = 'video'): readonly string[] {
  return [
    `const id = ${name}.${id}`,
    'console.log(id)',
    'let pause = 2',
    `while (!/${completedWords}/i.test(${name}.${state})) {`,
    `  if (/${failedWords}/i.test(${name}.${state})) throw new Error(JSON.stringify(${name}))`,
    '  await new Promise((resolve) => setTimeout(resolve, pause * 1000))',
    '  pause = Math.min(pause * 1.5, 15)',
    ...indented(poll),
    `  console.log(${name}.${state}, ${name}.progress ?? '')`,
    '}',
  ]
}
