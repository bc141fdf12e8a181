import { existsSync, mkdirSync, openAsBlob, readdirSync, readFileSync } from 'node:fs'
import { type FileHandle, open, rename, writeFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import * as z from 'zod/mini'
import { canonicalJson, jsonIn } from '#contract/core/loose-json.ts'
import type { CellResult } from '#lab/cell-facts.ts'
import type { LabPlan } from '#lab/lab-plan.ts'
import { readResultLines, resultLine, resultLines } from '#lab/writers/result-lines.ts'
import { extensionOf } from '#media/media-type.ts'
import { codeOf } from '#router/http/router-error.ts'
import { lockFolder } from '#router/serve/folder-lock.ts'
import { exits, Wrong } from './surroundings.ts'

const runFile = z.object({ batch: z.string(), plan: z.unknown() })

/** What an earlier command left in the folder. */
interface Earlier {
  readonly batch: string
  /** The newest line of each place. */
  readonly results: readonly CellResult[]
}

interface MediaFile {
  /** In hex. */
  readonly sha256: string
  readonly type: string
  readonly blob: Blob
}

/**
 * The folder of results of one plan, claimed for this process. `results.jsonl` grows by a synced line with each step of a cell; `run.json` holds the
 * plan and the id that the ids of its runs are derived from; media are named by their hashes.
 */
export class ResultsFolder {
  readonly #path: string
  readonly #lines: FileHandle
  /** The paths of the media, by their hashes. */
  readonly #media: Map<string, string>
  #waiting = ''
  #next: Promise<void> | undefined
  #last: Promise<unknown> = Promise.resolve()

  private constructor(path: string, lines: FileHandle) {
    this.#path = path
    this.#lines = lines
    const media = join(path, 'media')
    this.#media = new Map(readdirSync(media).map((name) => [parse(name).name, join(media, name)]))
  }

  /** What an earlier command left; undefined where nothing was sent. Throws `Wrong` where that is of another plan, or not to be gone on with. */
  static earlier(path: string, plan: LabPlan, isResumed: boolean): Earlier | undefined {
    try {
      mkdirSync(join(path, 'media'), { recursive: true })
      lockFolder(path)
    } catch (thrown) {
      const why = codeOf(thrown) === 'EBUSY' ? 'another command is writing there' : codeOf(thrown)
      throw new Wrong(`${path} cannot be used: ${why}.`)
    }
    const text = textIn(join(path, 'results.jsonl'))
    if (text === '') return undefined
    if (!isResumed)
      throw new Wrong(`${path} has results. Add --resume to send what is not sent, or choose another folder.`)
    const run = z.safeParse(runFile, jsonIn(textIn(join(path, 'run.json'))))
    if (!run.success) throw new Wrong(`${join(path, 'run.json')} cannot be read.`)
    if (canonicalJson(run.data.plan) !== canonicalJson(plan))
      throw new Wrong(`The plan or its rows have changed since ${path} was written. Choose another folder.`)
    return { batch: run.data.batch, results: readResultLines(text).results }
  }

  /** Opens the folder for a run. The results so far are written anew, since the last line of a killed process may be torn. */
  static async open(path: string, batch: string, plan: LabPlan, results: readonly CellResult[]) {
    await replaced(join(path, 'run.json'), `${JSON.stringify({ batch, plan }, null, 2)}\n`)
    await replaced(join(path, 'results.jsonl'), resultLines(results))
    return new ResultsFolder(path, await open(join(path, 'results.jsonl'), 'a'))
  }

  /** Appends the line of a cell. Resolves once it is on the disk; lines that come meanwhile are synced together. */
  append(result: CellResult): Promise<void> {
    this.#waiting += resultLine(result)
    this.#next ??= this.#last.then(async () => {
      const text = this.#waiting
      this.#waiting = ''
      this.#next = undefined
      try {
        await this.#lines.appendFile(text)
        await this.#lines.datasync()
      } catch (thrown) {
        throw new Wrong(`results.jsonl cannot be written (${codeOf(thrown)}).`, exits.unsent)
      }
    })
    this.#last = this.#next.catch(() => {})
    return this.#next
  }

  /** Writes a file of a result, and returns it as a Blob that refers to the disk. */
  async keepMedia<File extends MediaFile>(file: File): Promise<File> {
    const { sha256, type, blob } = file
    const path = this.#media.get(sha256) ?? join(this.#path, 'media', `${sha256}.${extensionOf(type)}`)
    if (!this.#media.has(sha256)) await replaced(path, new Uint8Array(await blob.arrayBuffer()))
    this.#media.set(sha256, path)
    return { ...file, blob: await openAsBlob(path, { type }) }
  }

  /** The path of a file of a result; undefined where it is not there. */
  mediaPath(sha256: string): string | undefined {
    return this.#media.get(sha256)
  }

  /** Writes one of the reports, in place of an earlier one. */
  async write(name: string, text: string | AsyncIterable<string>): Promise<void> {
    await replaced(join(this.#path, name), text)
  }

  /** Writes the results in the order of their places, and ends. */
  async close(results: readonly CellResult[]): Promise<void> {
    await this.#last
    await this.#lines.close()
    await replaced(join(this.#path, 'results.jsonl'), resultLines(results))
  }
}

const textIn = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '')

/** Writes a file beside the old one, which it then replaces: neither a crash nor a full disk leaves half of it. */
async function replaced(path: string, content: string | Uint8Array | AsyncIterable<string>): Promise<void> {
  try {
    await writeFile(`${path}.new`, content, { flush: true })
    await rename(`${path}.new`, path)
  } catch (thrown) {
    throw new Wrong(`${path} cannot be written (${codeOf(thrown)}).`, exits.unsent)
  }
}
