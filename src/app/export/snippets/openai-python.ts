import { keyVariable, type SnippetCall, type WaitedJob } from './call.ts'
import { literal, python, quoted } from './literal.ts'
import { deeper, fileTuple, imports, pythonCall, pythonEvents, pythonResult, pythonWait } from './python-requests.ts'
import { type Param, type SdkCall, sdkCallOf } from './sdk-call.ts'

export function openaiPython(call: SnippetCall): string {
  const lines = [
    'client = OpenAI(',
    `    api_key=os.environ["${keyVariable}"],`,
    `    base_url=${quoted(call.baseUrl)},`,
    '    max_retries=0,',
    ')',
    '',
    ...program(call, sdkCallOf(call)),
  ]
  const stream = lines.join('\n').includes('Stream[') ? ', Stream' : ''
  const httpx = lines.join('\n').includes('httpx.') ? ['import httpx'] : []
  return [...imports(lines), '', ...httpx, `from openai import OpenAI${stream}`, '', ...lines, ''].join('\n')
}

function argumentsOf({ params, known }: SdkCall): readonly string[] {
  const extra = params.filter(([name]) => !known.has(name))
  return [
    ...params.filter(([name]) => known.has(name)).map(([name, param]) => `    ${name}=${write(param, 4)},`),
    ...(extra.length > 0
      ? ['    extra_body={', ...extra.map(([name, param]) => `        ${quoted(name)}: ${write(param, 8)},`), '    },']
      : []),
  ]
}

function write(param: Param, indent: number): string {
  if (param.kind === 'value') return literal(param.value, python, indent)
  if (param.kind === 'file') return fileTuple(param.file)
  const pad = ' '.repeat(indent + 4)
  return `[\n${param.items.map((item) => `${pad}${write(item, indent)},\n`).join('')}${' '.repeat(indent)}]`
}

/** The call, by a method or by its path, and what is done with its reply. */
function program(call: SnippetCall, method: SdkCall | undefined): readonly string[] {
  const { reply, job } = call
  const head = method ? method.name : call.method === 'GET' ? 'get' : 'post'
  const args = method ? argumentsOf(method) : optionsOf(call)
  const asked = (name: string) => [`${name} = client.${head}(`, ...args, ')']
  if (method && call.endpoint === 'audio.speech')
    return [
      `with client.${head.replace('.create', '.with_streaming_response.create')}(`,
      ...args,
      ') as response:',
      `    response.stream_to_file(${quoted(call.saveAs)})`,
    ]
  if (job?.address) return [...asked('job'), ...pollAndSave(call, job)]
  if (job) {
    const created = [...asked('created'), `id = created["${job.id}"]`, 'video = client.videos.retrieve(id)']
    return [...(method ? [...asked('video'), `id = video.${job.id}`] : created), ...pollAndDownload(call, job)]
  }
  if (reply === 'events') {
    const next = method ? ['for part in stream:', '    event = part.to_dict()'] : ['for event in stream:']
    return pythonEvents(call, (each) => [...asked('stream'), ...next, ...deeper(each)])
  }
  if (method && call.vocabulary === 'response')
    return [
      ...asked('response'),
      'if response.output_text:',
      '    print(response.output_text)',
      'for item in response.to_dict()["output"]:',
      ...deeper(pythonCall),
    ]
  if (reply === 'text')
    return method ? [...asked('text'), 'print(text)'] : [...asked('response'), 'print(response.text)']
  if (reply === 'bytes')
    return [
      ...asked('response'),
      `with open(${quoted(call.saveAs)}, "wb") as file:`,
      '    file.write(response.content)',
    ]
  const read = method ? [...asked('response'), 'result = response.to_dict()'] : asked('result')
  return [...read, ...pythonResult(call)]
}

function optionsOf({ path, body, reply }: SnippetCall): readonly string[] {
  return [
    `    ${quoted(path)},`,
    `    cast_to=${reply === 'bytes' || reply === 'text' ? 'httpx.Response' : 'object'},`,
    ...(body.kind === 'json' ? [`    body=${literal(body.value, python, 4)},`] : []),
    ...(body.kind === 'multipart' ? multipart(body.parts) : []),
    ...(reply === 'events' ? ['    stream=True,', '    stream_cls=Stream[object],'] : []),
  ]
}

/** All parts as files, text parts without a file name, which keeps their order and names. */
function multipart(parts: Extract<SnippetCall['body'], { kind: 'multipart' }>['parts']): readonly string[] {
  return [
    '    files=[',
    ...parts.map((part) => {
      const value = part.kind === 'file' ? fileTuple(part.file) : `(None, ${quoted(part.value)}.encode())`
      return `        (${quoted(part.name)}, ${value}),`
    }),
    '    ],',
    '    options={"headers": {"Content-Type": "multipart/form-data"}},',
  ]
}

/** Reads are free, so the SDK may repeat them. */
function pollAndDownload({ saveAs }: SnippetCall, job: WaitedJob): readonly string[] {
  const fields = { state: `video.${job.state}`, progress: 'getattr(video, "progress", "")' }
  return [
    'reads = client.with_options(max_retries=5)',
    ...pythonWait(fields, ['video = reads.videos.retrieve(id) or video']),
    `reads.videos.download_content(id).write_to_file(${quoted(saveAs)})`,
  ]
}

/** A job that is read at the addresses that its router names: each result is a file of its own. */
function pollAndSave({ baseUrl, stem, extension }: SnippetCall, job: WaitedJob): readonly string[] {
  const fields = { state: `job["${job.state}"]`, progress: 'job.get("progress", "")' }
  return [
    'reads = client.with_options(max_retries=5)',
    '',
    'def get(address):',
    `    url = str(httpx.URL(${quoted(baseUrl)}).join(address))`,
    '    # The key is for the router alone.',
    `    if url.startswith(${quoted(`${new URL(baseUrl).origin}/`)}):`,
    '        return reads.get(url, cast_to=httpx.Response)',
    '    return httpx.get(url).raise_for_status()',
    '',
    `id = job["${job.id}"]`,
    ...pythonWait(
      fields,
      [`response = get(job["${job.address}"])`, 'job = response.json() if response.content else job'],
      'job',
    ),
    'for name, address in (job.get("result_urls") or {}).items():',
    `    with open(f"${stem}_{name}.${extension}", "wb") as file:`,
    '        file.write(get(address).content)',
  ]
}
