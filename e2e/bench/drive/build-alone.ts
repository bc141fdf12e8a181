import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import type { Setting } from './setting.ts'

/** A piece of a module that was built apart from the app. */
export interface CoreChunk {
  readonly name: string
  /** `streams`: needed for text to stream. `highlights`: only colours code. `reads`: loaded later for anything else. */
  readonly role: 'streams' | 'highlights' | 'reads'
  readonly raw: number
  readonly brotli: number
}

interface Chunk {
  readonly type: 'chunk'
  readonly fileName: string
  readonly code: string
  readonly imports: readonly string[]
  readonly moduleIds: readonly string[]
}

/** Builds a module of the project alone, with the app's settings. */
export async function buildAlone({ root }: Setting, module: string): Promise<CoreChunk[]> {
  const entry = join(root, module)
  const built = await build({
    configFile: join(root, 'vite.config.ts'),
    root,
    logLevel: 'error',
    publicDir: false,
    build: { write: false, license: false, rolldownOptions: { input: entry, preserveEntrySignatures: 'strict' } },
  })
  const [output] = [built].flat()
  if (!output || !('output' in output)) throw new Error('nothing was built')
  const chunks = output.output.flatMap((file) => (file.type === 'chunk' ? [file] : []))
  const first = chunks.find(({ isEntry }) => isEntry)
  const needed = first ? closureOf(first, chunks) : new Set<string>()
  return chunks.map(({ fileName, code, moduleIds }) => ({
    name: fileName,
    role: needed.has(fileName) ? 'streams' : moduleIds.some((id) => /highlight/.test(id)) ? 'highlights' : 'reads',
    raw: Buffer.byteLength(code),
    brotli: brotliCompressSync(code).length,
  }))
}

/** A chunk and all that it imports at once. */
function closureOf(first: Chunk, chunks: readonly Chunk[]): Set<string> {
  const found = new Set([first.fileName])
  for (const name of found)
    for (const next of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) found.add(next)
  return found
}
