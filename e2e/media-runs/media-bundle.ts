import { createHash } from 'node:crypto'
import { zipSync } from 'fflate'

/** A file of a run. */
export interface MadeFile {
  readonly name: string
  readonly type: string
  readonly bytes: Buffer
}

/** A run as it is written into a bundle. */
interface MadeRun {
  readonly id: string
  readonly endpoint: string
  readonly path: string
  readonly title: string
  readonly output: MadeFile
  /** In their order: a text, or a file. Left out, the request is JSON. */
  readonly parts?: readonly (readonly [name: string, content: string | MadeFile])[]
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const factsOf = ({ name, type, bytes }: MadeFile) => ({ name, type, size: bytes.length, sha256: sha256(bytes) })

/** A bundle by its format alone, as some other program might write it. */
export function mediaBundle(runs: readonly MadeRun[]): Buffer {
  const files = new Map<string, Uint8Array>()
  const text = (path: string, value: unknown) => files.set(path, new TextEncoder().encode(JSON.stringify(value)))
  const media = (file: MadeFile) => files.set(`media/${sha256(file.bytes)}.${file.name.split('.').at(-1)}`, file.bytes)
  runs.forEach((run, at) => {
    const folder = `runs/${at + 1}`
    const baseUrl = 'http://router.test/v1'
    const { output, parts } = run
    const inputs = (parts ?? []).flatMap(([, content]) => (typeof content === 'string' ? [] : [content]))
    for (const file of [output, ...inputs]) media(file)
    text(`${folder}/run.json`, {
      ...{ id: run.id, endpoint: run.endpoint, model: 'gen-image-2', title: run.title, status: 'completed' },
      connection: { name: 'Elsewhere', baseUrl },
      log: [{ status: 'completed', at: 1_700_000_000_000 + at, mono: at }],
      times: { headers: 900, firstByte: 910, end: 2000 + at * 100 },
    })
    text(`${folder}/request.json`, {
      ...{ method: 'POST', url: `${baseUrl}${run.path}`, headers: [['accept', 'application/json']] },
      body: parts
        ? { kind: 'multipart', parts: parts.map(partOf) }
        : { kind: 'json', value: { model: 'gen-image-2', prompt: run.title } },
    })
    text(`${folder}/response/head.json`, { status: 200, headers: [['content-type', 'application/json']] })
    files.set(`${folder}/events.jsonl`, new Uint8Array())
    text(`${folder}/result.json`, {
      result: {
        outputs: [{ kind: 'media', index: 0, sha256: sha256(output.bytes) }],
        ...{ response: {}, notices: [], end: { status: 'completed' } },
      },
      assets: [
        { id: `${run.id}-out`, role: 'output', ...factsOf(output) },
        ...inputs.map((file, n) => ({ id: `${run.id}-in-${n}`, role: 'input', ...factsOf(file) })),
      ],
    })
  })
  text('manifest.json', {
    ...{ format: 'patchbay-bundle', version: 1, app: { name: 'A script' } },
    runs: runs.map(({ id }, at) => ({ id, folder: `runs/${at + 1}` })),
    files: [...files].map(([path, bytes]) => ({ path, size: bytes.length, sha256: sha256(bytes) })),
  })
  return Buffer.from(zipSync(Object.fromEntries(files)))
}

function partOf([name, content]: readonly [string, string | MadeFile]) {
  if (typeof content === 'string') return { kind: 'text', name, value: content }
  return { kind: 'file', name, file: factsOf(content) }
}
