import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { has, run } from '../../../router/testing/programs.ts'
import type { RunRecord, SentPart } from '../../run/history/run-record-schema.ts'
import { hostileTexts } from '../testing/hostile-texts.ts'
import { sampleFile, sampleRecord } from '../testing/sample-record.ts'
import { snippets } from './snippets.ts'

// Programs are started here; how long that takes is no matter of these tests.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/** Stands for `requests`: keeps what it was called with. */
const requestsStub = `
import json, os
class Response:
    ok = True
    text = "text"
    status_code = 200
    content = b"{}"
    headers = {}
    def json(self):
        return {"id": "a/b", "status": "completed", "data": []}
    def iter_content(self, size):
        if stream_of_events:
            return [b'event: x\\nda', b'ta: {"type":"response.output_text.del', b'ta","delta":"Hi"}\\r\\n\\r\\nda', b"ta: [DONE]\\n"]
        return [b"SO", b"UND"]
class utils:
    @staticmethod
    def quote(text, safe):
        return text.replace("/", "%2F")
def plain(value):
    if hasattr(value, "read"):
        return value.read().decode()
    return value.decode() if isinstance(value, bytes) else str(value)
def keep(call):
    with open("calls.jsonl", "a") as file:
        file.write(json.dumps(call, default=plain) + "\\n")
def request(method, url, **rest):
    global stream_of_events
    stream_of_events = (rest.get("json") or {}).get("stream")
    keep({"method": method, "url": url, **rest})
    return Response()
def get(url, **rest):
    return request("GET", url, **rest)
`

/** Stands for \`openai\`: keeps the method's name and what it was called with. */
const openaiStub = `
from requests import keep
class Event(dict):
    def to_dict(self):
        return self
class Reply:
    output_text = "Hi"
    id = "video_1"
    status = "completed"
    content = b"SOUND"
    text = "text"
    def to_dict(self):
        return {"data": [], "output": [{"type": "function_call", "name": "look", "arguments": "{}"}]}
    def __enter__(self):
        return self
    def __exit__(self, *_):
        pass
    def stream_to_file(self, name):
        open(name, "wb").write(b"SOUND")
    write_to_file = stream_to_file
    def __iter__(self):
        return iter([Event(type="response.output_text.delta", delta="Hi")])
class SnippetCall:
    def __init__(self, name):
        self.name = name
    def __getattr__(self, name):
        return SnippetCall(self.name + "." + name if self.name else name)
    def __call__(self, *args, **rest):
        if self.name == "with_options":
            return SnippetCall("")
        keep({"name": self.name, "args": args, **{k: v for k, v in rest.items() if k not in ("cast_to", "stream_cls")}})
        return Reply() if self.name != "post" or rest.get("cast_to") is not object or rest.get("stream") else {"data": []}
class OpenAI(SnippetCall):
    def __init__(self, **options):
        super().__init__("")
        keep({"options": options})
class Stream:
    def __class_getitem__(cls, item):
        return cls
`

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-python-'))
  mkdirSync(join(folder, 'stubs'))
  writeFileSync(join(folder, 'stubs', 'requests.py'), requestsStub)
  writeFileSync(join(folder, 'stubs', 'openai.py'), openaiStub)
  writeFileSync(join(folder, 'stubs', 'httpx.py'), 'class Response: pass\n')
  writeFileSync(join(folder, 'in.png'), 'PIXELS')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const hasPython = has('python3')
const withPython = test.skipIf(!hasPython)

/** Runs a snippet against the stubs and gives back what they were called with. */
async function calls(id: 'requests' | 'openai-python', record: RunRecord) {
  writeFileSync(join(folder, 'calls.jsonl'), '')
  writeFileSync(join(folder, 'snippet.py'), snippets.find((one) => one.id === id)?.build(record, []) ?? '')
  const env = { OPENAI_API_KEY: 'KEY', PYTHONPATH: join(folder, 'stubs'), PYTHONIOENCODING: 'utf-8' }
  const { status, err, out } = await run('python3', ['snippet.py'], { cwd: folder, env })
  expect([err, status]).toEqual(['', 0])
  const kept = readFileSync(join(folder, 'calls.jsonl'), 'utf8').trim().split('\n')
  return { out, kept: kept.map((line): Record<string, unknown> => JSON.parse(line)) }
}

const value = {
  model: 'sandbox-fast',
  input: hostileTexts.join('\n'),
  stream: true,
  metadata: Object.fromEntries(hostileTexts.map((text, index) => [`${index}${text}`, text])),
  seed: 7,
  nothing: null,
  deep: [{ a: [true, false, 1.5e-7] }, []],
}

withPython('requests (Python) sends what the app sent and reads the stream (skipped without python3)', async () => {
  const { kept, out } = await calls('requests', sampleRecord({ body: { kind: 'json', value } }))
  expect(kept).toEqual([
    {
      method: 'POST',
      url: 'http://127.0.0.1:8787/v1/responses',
      headers: { Accept: 'application/json', Authorization: 'Bearer KEY', 'Content-Type': 'application/json' },
      json: value,
      stream: true,
    },
  ])
  expect(out).toBe('Hi')
})

withPython('openai (Python) sends what the app sent: known fields by name, the rest as extra body', async () => {
  const { kept, out } = await calls('openai-python', sampleRecord({ body: { kind: 'json', value } }))
  const { seed, nothing, deep, ...known } = value
  expect(kept).toEqual([
    { options: { api_key: 'KEY', base_url: 'http://127.0.0.1:8787/v1', max_retries: 0 } },
    { name: 'responses.create', args: [], ...known, extra_body: { seed, nothing, deep } },
  ])
  expect(out).toBe('Hi')
})

const file = sampleFile('in.png', 'image/png', 'PIXELS')
const parts: readonly SentPart[] = [
  { kind: 'text', name: 'prompt', value: hostileTexts.join('|') },
  { kind: 'file', name: 'image[]', file },
  { kind: 'file', name: 'image[]', file },
  { kind: 'file', name: 'mask', file },
]
const edit = sampleRecord({
  run: { endpoint: 'images.edits' },
  path: '/images/edits',
  body: { kind: 'multipart', parts },
})
const sent = ['in.png', 'PIXELS', 'image/png']

withPython('both send files and a mask', async () => {
  const [asked] = (await calls('requests', edit)).kept
  expect(asked?.files).toEqual([
    ['prompt', [null, hostileTexts.join('|')]],
    ['image[]', sent],
    ['image[]', sent],
    ['mask', sent],
  ])
  const [, called] = (await calls('openai-python', edit)).kept
  expect(called).toEqual({
    name: 'images.edit',
    args: [],
    prompt: hostileTexts.join('|'),
    image: [sent, sent],
    mask: sent,
  })
  const dub = { ...edit, run: { ...edit.run, endpoint: 'audio.dubbing' } }
  const [, posted] = (await calls('openai-python', dub)).kept
  expect(posted?.files).toEqual(asked?.files)
})

withPython('both make a video and write sound into a file', async () => {
  const reply = { status: 200, headers: [] }
  const video = sampleRecord({
    run: { endpoint: 'videos.create' },
    path: '/videos',
    body: { kind: 'json', value: { model: 'm', prompt: 'x' } },
  })
  expect((await calls('requests', video)).kept.map(({ url }) => url)).toEqual([
    'http://127.0.0.1:8787/v1/videos',
    'http://127.0.0.1:8787/v1/videos/a%2Fb/content',
  ])
  expect(readFileSync(join(folder, 'video.mp4'), 'utf8')).toBe('SOUND')
  expect((await calls('openai-python', video)).kept.slice(1).map(({ name }) => name)).toEqual([
    'videos.create',
    'videos.download_content',
  ])
  for (const endpoint of ['audio.speech', 'audio.music'])
    for (const id of ['requests', 'openai-python'] as const) {
      const body = { kind: 'json', value: { model: 'm', input: 'x', voice: 'v' } } as const
      rmSync(join(folder, `${endpoint.slice(6)}.mp3`), { force: true })
      await calls(id, sampleRecord({ run: { endpoint }, path: `/${endpoint.replace('.', '/')}`, body, reply }))
      expect(readFileSync(join(folder, `${endpoint.slice(6)}.mp3`), 'utf8')).toBe('SOUND')
    }
})
