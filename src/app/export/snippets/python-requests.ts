import type { SentFile } from '../../run/history/run-record-schema.ts'
import { localName } from '../file-name.ts'
import { completedWords, type EventLoop, failedWords, keyVariable, type SnippetCall, type WaitedJob } from './call.ts'
import { literal, python, quoted } from './literal.ts'

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
  if (call.job) return call.job.address ? pollAndSave(call, call.job) : pollAndDownload(call, call.job)
  if (call.reply === 'events') return readEvents(call)
  if (call.reply === 'text') return ['print(response.text)']
  if (call.reply === 'bytes') return save('response', call)
  return ['result = response.json()', ...pythonResult(call)]
}

/** Joins each line once: `iter_lines` copies the incomplete line with every 512 bytes. */
function readEvents(call: SnippetCall): readonly string[] {
  // Small pieces for text, so that it is printed on arrival where the reply is not chunked.
  const size = call.vocabulary === 'response' ? 1024 : 65536
  return pythonEvents(call, (each) => [
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
  ])
}

function save(response: string, { saveAs }: SnippetCall): readonly string[] {
  return [
    `with open(${quoted(saveAs)}, "wb") as file:`,
    `    for chunk in ${response}.iter_content(65536):`,
    '        file.write(chunk)',
  ]
}

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
function pollAndSave(call: SnippetCall, { id, state, address }: WaitedJob): readonly string[] {
  const fields = { state: `job["${state}"]`, progress: 'job.get("progress", "")' }
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
    `    with open(f"${call.stem}_{name}.${call.extension}", "wb") as file:`,
    '        for chunk in content.iter_content(65536):',
    '            file.write(chunk)',
  ]
}

function pollAndDownload(call: SnippetCall, { id, state }: WaitedJob): readonly string[] {
  const headers = call.hasKey ? `, headers={${authorization}}` : ''
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

/** The code for a stream of events, by endpoint, each `event` a dict. A failure is printed and the program exits with 1 at the end. */
export function pythonEvents(call: SnippetCall, loop: EventLoop): readonly string[] {
  const isPictures = call.endpoint.startsWith('images.')
  return [
    'failed = False',
    ...(isPictures ? ['count = 0'] : []),
    ...(call.endpoint === 'audio.speech' ? [`open(${quoted(call.saveAs)}, "wb").close()`] : []),
    ...loop([
      'kind = event.get("type") or ""',
      ...onEvent(call),
      'if kind.split(".")[-1] in ("error", "failed") or event.get("error"):',
      '    print(event, file=sys.stderr)',
      '    failed = True',
    ]),
    ...(isPictures ? ['if count == 0:', '    sys.exit("No image in the reply.")'] : []),
    'if failed:',
    '    sys.exit(1)',
  ]
}

const printDelta = (type: string): readonly string[] => [
  `if kind == "${type}":`,
  '    print(event["delta"], end="", flush=True)',
]

function onEvent(call: SnippetCall): readonly string[] {
  const { endpoint, vocabulary, saveAs } = call
  if (vocabulary === 'response')
    return [
      ...printDelta('response.output_text.delta'),
      'if kind == "response.output_item.done":',
      '    item = event["item"]',
      ...deeper(pythonCall),
      'if kind == "response.incomplete":',
      '    print(event["response"].get("incomplete_details"), file=sys.stderr)',
    ]
  if (endpoint.startsWith('images.'))
    return ['if kind.endswith(".completed"):', '    count += 1', ...deeper(saveImage(call, 'event', 'count'))]
  if (endpoint === 'audio.speech')
    return [
      'if kind == "speech.audio.delta":',
      `    with open(${quoted(saveAs)}, "ab") as file:`,
      '        file.write(base64.b64decode(event["audio"]))',
    ]
  if (endpoint === 'audio.transcriptions') return printDelta('transcript.text.delta')
  return ['print(event)']
}

function saveImage({ stem, extension }: SnippetCall, image: string, number: string): readonly string[] {
  return [
    `if ${image}.get("b64_json"):`,
    `    with open(f"${stem}-{${number}}.${extension}", "wb") as file:`,
    `        file.write(base64.b64decode(${image}["b64_json"]))`,
    `    print(f"${stem}-{${number}}.${extension}")`,
    'else:',
    `    print(${image}.get("url"))`,
  ]
}

export const pythonCall: readonly string[] = [
  'if item.get("type") in ("function_call", "custom_tool_call"):',
  "    print(f\"{item.get('name')}({item.get('arguments', item.get('input'))})\")",
]

function saveVoices({ stem, extension }: SnippetCall): readonly string[] {
  return [
    'for index, voice in enumerate(result.get("previews") or [], 1):',
    '    sound = voice.get("audio_base_64") or voice.get("audio_base64")',
    '    if sound:',
    `        with open(f"${stem}-{index}.${extension}", "wb") as file:`,
    '            file.write(base64.b64decode(sound))',
    `    print(voice.get("generated_voice_id"), f"${stem}-{index}.${extension}")`,
  ]
}

export function pythonResult(call: SnippetCall): readonly string[] {
  if (call.endpoint === 'audio.voice-design') return saveVoices(call)
  if (!call.endpoint.startsWith('images.')) return ['print(json.dumps(result, indent=2, ensure_ascii=False))']
  return ['for index, image in enumerate(result["data"], 1):', ...deeper(saveImage(call, 'image', 'index'))]
}

export function imports(lines: readonly string[]): readonly string[] {
  const text = lines.join('\n')
  return ['base64', 'json', 'os', 're', 'sys', 'time']
    .filter((name) => new RegExp(`\\b${name}\\.`).test(text))
    .map((name) => `import ${name}`)
}

export const deeper = (lines: readonly string[], by = 4) => lines.map((line) => ' '.repeat(by) + line)

/**
 * Python that repeats `poll` until the job in the variable `name`, whose id is in `id`, has completed. `poll` sets it anew and may change
 * `pause`, the seconds until the next poll. `state` and `progress` are expressions that read these fields of it.
 */
export function pythonWait(
  { state, progress }: { readonly state: string; readonly progress: string },
  poll: readonly string[],
  name = 'video',
): readonly string[] {
  return [
    'print(id)',
    'pause = 2',
    `while not re.match(r"${completedWords}", ${state}, re.I):`,
    `    if re.match(r"${failedWords}", ${state}, re.I):`,
    `        raise SystemExit(${name})`,
    '    time.sleep(pause)',
    '    pause = min(pause * 1.5, 15)',
    ...deeper(poll),
    `    print(${state}, ${progress})`,
  ]
}
