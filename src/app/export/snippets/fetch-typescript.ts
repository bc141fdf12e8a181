import { localName } from '../file-name.ts'
import { keyVariable, type SnippetCall } from './call.ts'
import { fileImports, formLines, indented, javascriptEvents, javascriptResult } from './javascript-reply.ts'
import { javascriptWait } from './job-code.ts'
import { javascript, literal, quoted } from './literal.ts'

const authorization = `Authorization: \`Bearer \${process.env.${keyVariable}}\``

/** The request with `fetch`, as a module for Node that is TypeScript and JavaScript at once. */
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
  if (call.job.isVideo) return pollAndDownload(call)
  if (call.job.address !== undefined) return pollAndSave(call, call.job.address, 'response.json()')
  if (call.reply === 'events') return readEvents(call)
  if (call.reply === 'text') return ['console.log(await response.text())']
  if (call.reply === 'bytes')
    return [`await writeFile(${quoted(call.saveAs)}, Buffer.from(await response.arrayBuffer()))`]
  return ['const result = await response.json()', ...javascriptResult(call)]
}

function readEvents(call: SnippetCall): readonly string[] {
  const { before, each, after } = javascriptEvents(call)
  return [
    '',
    ...before,
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
    ...after,
  ]
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
export function pollAndSave(call: SnippetCall, address: string, created: string): readonly string[] {
  const saveAs = localName(call.saveAs).replace(/^(.*)\./, `$1_\${name}.`)
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
    ...javascriptWait(call.job, polled(`job.${address}`, 'job'), 'job'),
    'for (const [name, address] of Object.entries(job.result_urls ?? {})) {',
    '  const content = await get(String(address))',
    `  ${refused}`,
    `  await writeFile(\`${saveAs}\`, Buffer.from(await content.arrayBuffer()))`,
    '}',
  ]
}

function pollAndDownload(call: SnippetCall): readonly string[] {
  const { baseUrl, job, saveAs } = call
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
