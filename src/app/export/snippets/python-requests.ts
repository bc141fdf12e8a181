import type { SentFile } from '../../run/history/run-record-schema.ts'
import { localName } from '../file-name.ts'
import { keyVariable, type SnippetCall } from './call.ts'
import { pythonWait } from './job-code.ts'
import { literal, python, quoted } from './literal.ts'
import { deeper, imports, pythonEvents, pythonResult } from './python-reply.ts'

const authorization = `"Authorization": f"Bearer {os.environ['${keyVariable}']}"`

export function pythonRequests(call: SnippetCall): string {
  const lines = [...send(call), ...receive(call)]
  return [...imports(lines), '', 'import requests', '', ...lines, ''].join('\n').trimStart()
}

function send(call: SnippetCall): readonly string[] {
  const { body, method } = call
  const headers = [
    ...(call.hasKey ? [authorization] : []),
    ...call.headers.map(([name, value]) => `${quoted(name)}: ${quoted(value)}`),
  ]
  return [
    'response = requests.request(',
    `    ${quoted(method)},`,
    `    ${quoted(call.url)},`,
    ...(headers.length > 0 ? ['    headers={', ...headers.map((line) => `        ${line},`), '    },'] : []),
    ...(body.kind === 'json' ? [`    json=${literal(body.value, python, 4)},`] : []),
    ...(body.kind === 'multipart'
      ? ['    files=[', ...body.parts.map((part) => `        ${partOf(part)},`), '    ],']
      : []),
    ...(call.reply === 'events' || call.reply === 'bytes' ? ['    stream=True,'] : []),
    ')',
    'if not response.ok:',
    '    raise SystemExit(f"HTTP {response.status_code}: {response.text}")',
  ]
}

/** Text parts are passed as files without a name: otherwise `requests` changes the order, and sends no multipart where there is no file. */
function partOf(part: Extract<SnippetCall['body'], { kind: 'multipart' }>['parts'][number]): string {
  if (part.kind === 'text') return `(${quoted(part.name)}, (None, ${quoted(part.value)}))`
  return `(${quoted(part.name)}, ${fileTuple(part.file)})`
}

/** Name, bytes and type of a file, in the form of Python's HTTP libraries. */
export const fileTuple = ({ name, type }: SentFile) =>
  `(${quoted(name)}, open(${quoted(localName(name))}, "rb"), ${quoted(type)})`

function receive(call: SnippetCall): readonly string[] {
  if (call.job.isVideo) return pollAndDownload(call)
  if (call.job.address !== undefined) return pollAndSave(call, call.job.address)
  if (call.reply === 'events') return readEvents(call)
  if (call.reply === 'text') return ['print(response.text)']
  if (call.reply === 'bytes') return save('response', call)
  return ['result = response.json()', ...pythonResult(call)]
}

/** Joins each line once: `iter_lines` copies the incomplete line with every 512 bytes. */
function readEvents(call: SnippetCall): readonly string[] {
  const { before, each, after } = pythonEvents(call)
  // Small pieces for text, so that it is printed on arrival where the reply is not chunked.
  const size = call.vocabulary === 'response' ? 1024 : 65536
  return [
    ...before,
    'pieces = []',
    `for chunk in response.iter_content(${size}):`,
    '    *ends, rest = chunk.split(b"\\n")',
    '    for end in ends:',
    '        line = b"".join([*pieces, end])',
    '        pieces = []',
    '        data = line[5:].strip() if line.startswith(b"data:") else b""',
    '        if data in (b"", b"[DONE]"):',
    '            continue',
    '        event = json.loads(data)',
    ...deeper(each, 8),
    '    pieces.append(rest)',
    ...after,
  ]
}

function save(response: string, { saveAs }: SnippetCall): readonly string[] {
  return [
    `with open(${quoted(saveAs)}, "wb") as file:`,
    `    for chunk in ${response}.iter_content(65536):`,
    '        file.write(chunk)',
  ]
}

const headersOf = ({ hasKey }: SnippetCall) => (hasKey ? `, headers={${authorization}}` : '')

const refused = (reply: string) => [
  `if not ${reply}.ok:`,
  `    raise SystemExit(f"HTTP {${reply}.status_code}: {${reply}.text}")`,
]

/** A poll that fails for the moment is repeated: it is free, and the job goes on. */
const polled = (get: string, job: string) => [
  `response = ${get}`,
  'later = response.headers.get("Retry-After", "")',
  'pause = int(later) if later.isdigit() else pause',
  'if response.status_code == 429 or response.status_code >= 500:',
  '    continue',
  ...refused('response'),
  'if response.content:',
  `    ${job} = response.json()`,
]

/** A job that is read at the addresses that its router names: each result is a file of its own. */
function pollAndSave(call: SnippetCall, address: string): readonly string[] {
  const { id, state } = call.job
  const fields = { state: `job["${state}"]`, progress: 'job.get("progress", "")' }
  const [stem, extension] = [call.saveAs.replace(/\.[^.]*$/, ''), call.saveAs.split('.').at(-1)]
  return [
    'def get(address):',
    `    url = requests.compat.urljoin(${quoted(call.baseUrl)}, address)`,
    ...(call.hasKey
      ? [
          '    # The key is for the router alone.',
          `    headers = {${authorization}} if url.startswith(${quoted(`${new URL(call.baseUrl).origin}/`)}) else {}`,
          '    return requests.get(url, headers=headers, stream=True)',
        ]
      : ['    return requests.get(url, stream=True)']),
    '',
    'job = response.json()',
    `id = job["${id}"]`,
    ...pythonWait(fields, polled(`get(job["${address}"])`, 'job'), 'job'),
    'for name, address in (job.get("result_urls") or {}).items():',
    '    content = get(address)',
    ...deeper(refused('content')),
    `    with open(f"${stem}_{name}.${extension}", "wb") as file:`,
    '        for chunk in content.iter_content(65536):',
    '            file.write(chunk)',
  ]
}

function pollAndDownload(call: SnippetCall): readonly string[] {
  const headers = headersOf(call)
  const { id, state } = call.job
  const fields = { state: `video["${state}"]`, progress: 'video.get("progress", "")' }
  const address = `${quoted(`${call.baseUrl}/videos/`)} + requests.utils.quote(id, safe="")`
  return [
    'video = response.json()',
    `id = video["${id}"]`,
    ...pythonWait(fields, polled(`requests.get(${address}${headers})`, 'video')),
    `content = requests.get(${address} + "/content"${headers}, stream=True)`,
    ...refused('content'),
    ...save('content', call),
  ]
}
