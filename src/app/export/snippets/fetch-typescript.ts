import type { RunRecord } from '../../run/history/record-schema.ts'
import { localName } from '../file-name.ts'
import { callOf, keyVariable, type SnippetCall } from './call.ts'
import { fileImports, formLines, indented, javascriptEvents, javascriptResult } from './javascript-reply.ts'
import { javascriptWait } from './job-code.ts'
import { javascript, literal, quoted } from './literal.ts'

const authorization = `Authorization: \`Bearer \${process.env.${keyVariable}}\``

/** The request with `fetch`, as a module for Node that is TypeScript and JavaScript at once. */
export function fetchTypescript(record: RunRecord): string {
  const call = callOf(record)
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
  if (call.endpoint === 'videos.create') return pollAndDownload(call)
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
function pollAndDownload({ baseUrl, hasKey, job, saveAs }: SnippetCall): readonly string[] {
  const init = hasKey ? `, { headers: { ${authorization} } }` : ''
  return [
    '',
    "const get = (path = '') =>",
    `  fetch(${quoted(`${baseUrl}/videos/`)} + encodeURIComponent(id) + path${init})`,
    'let video = await response.json()',
    ...javascriptWait(job, [
      'const reply = await get()',
      "pause = Number(reply.headers.get('retry-after')) || pause",
      'if (reply.status === 429 || reply.status >= 500) continue',
      'const text = await reply.text()',
      `if (!reply.ok) throw new Error(\`HTTP \${reply.status}: \${text}\`)`,
      "if (text !== '') video = JSON.parse(text)",
    ]),
    "const content = await get('/content')",
    `if (!content.ok) throw new Error(\`HTTP \${content.status}: \${await content.text()}\`)`,
    `await writeFile(${quoted(saveAs)}, Buffer.from(await content.arrayBuffer()))`,
  ]
}
