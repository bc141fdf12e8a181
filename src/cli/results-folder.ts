import { appendFileSync, existsSync, mkdirSync, openAsBlob, readdirSync, readFileSync } from 'node:fs'
import { type FileHandle, open, rename, writeFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import * as z from 'zod/mini'
import type { Asset } from '#app/ledger/run-row.ts'
import { canonicalJson, jsonIn, recordOf } from '#contract/core/loose-json.ts'
import type { CellResult } from '#lab/cell-facts.ts'
import type { LabPlan } from '#lab/lab-plan.ts'
import { resultLine, resultLines } from '#lab/writers/result-lines.ts'
import { extensionOf } from '#media/media-type.ts'
import { codeOf } from '#router/http/router-error.ts'
import { lockFolder } from '#router/serve/folder-lock.ts'
import { exits, Wrong } from './surroundings.ts'

const runFile = z.object({ batch: z.string(), plan: z.unknown() })

/**
 * The folder of one plan, claimed for this process. `run.json` holds the plan and the id that the ids of its runs are derived from. `runs.jsonl` is the
 * journal, from which the next command goes on; `results.jsonl` only shows how far this one is. Media are named by their hashes.
 */
export class ResultsFolder {
  readonly #path: string
  readonly #journal: FileHandle
  readonly #results: FileHandle
  /** The paths of the media, by their hashes. */
  readonly #media: Map<string, string>
  readonly #full = new AbortController()
  #next: Promise<void> | undefined
  #last: Promise<void> = Promise.resolve()

  private constructor(path: string, journal: FileHandle, results: FileHandle) {
    this.#path = path
    this.#journal = journal
    this.#results = results
    const media = join(path, 'media')
    this.#media = new Map(readdirSync(media).map((name) => [parse(name).name, join(media, name)]))
  }

  /** What an earlier command left: its batch, and the lines of its journal; undefined where nothing was sent. Throws `Wrong` where that is of another plan, or not to be gone on with. */
  static earlier(path: string, plan: LabPlan, isResumed: boolean) {
    try {
      mkdirSync(join(path, 'media'), { recursive: true })
      lockFolder(path)
    } catch (thrown) {
      const why = codeOf(thrown) === 'EBUSY' ? 'another command is writing there' : codeOf(thrown)
      throw new Wrong(`${path} cannot be used: ${why}.`)
    }
    const journal = join(path, 'runs.jsonl')
    const text = textIn(journal)
    if (text === '' && textIn(join(path, 'results.jsonl')) === '') return undefined
    if (!isResumed)
      throw new Wrong(`${path} has results. Add --resume to send what is not sent, or choose another folder.`)
    const run = z.safeParse(runFile, jsonIn(textIn(join(path, 'run.json'))))
    if (!run.success) throw new Wrong(`${join(path, 'run.json')} cannot be read.`)
    if (canonicalJson(run.data.plan) !== canonicalJson(plan))
      throw new Wrong(`The plan or its rows have changed since ${path} was written. Choose another folder.`)
    if (!existsSync(journal)) throw new Wrong(`${journal} is gone: what was sent is not known.`)
    return { batch: run.data.batch, journal: text.split('\n').map((line) => recordOf(jsonIn(line))) }
  }

  /** Opens the folder for a run. */
  static async open(path: string, batch: string, plan: LabPlan): Promise<ResultsFolder> {
    await replaced(join(path, 'run.json'), `${JSON.stringify({ batch, plan }, null, 2)}\n`)
    const journal = await open(join(path, 'runs.jsonl'), 'a')
    // The last line of a killed process may be torn.
    if ((await journal.stat()).size > 0) await journal.appendFile('\n')
    return new ResultsFolder(path, journal, await open(join(path, 'results.jsonl'), 'w'))
  }

  /** Aborted, with a `Wrong`, when the folder cannot be written: nothing more is to be sent then. */
  get full(): AbortSignal {
    return this.#full.signal
  }

  /** Writes a line of the journal at once, so that it outlives this process, if not this machine. A failure ends the command: see `full`. */
  note(line: object): void {
    this.#write(this.#journal, `${JSON.stringify(line)}\n`)
  }

  /** Shows the end of a cell in `results.jsonl`. */
  show(result: CellResult): void {
    this.#write(this.#results, resultLine(result))
  }

  /** Writes a line of the journal. Resolves once it is on the disk, and rejects where it is not; lines that come meanwhile are synced together. */
  async append(line: object): Promise<void> {
    this.note(line)
    this.full.throwIfAborted()
    this.#next ??= this.#last.then(async () => {
      this.#next = undefined
      await this.#journal.datasync().catch((thrown: unknown) => this.#fail(thrown))
    })
    this.#last = this.#next
    await this.#next
    this.full.throwIfAborted()
  }

  /** By this thread: handing a kilobyte to another one takes longer than writing it. */
  #write({ fd }: FileHandle, text: string): void {
    try {
      appendFileSync(fd, text)
    } catch (thrown) {
      this.#fail(thrown)
    }
  }

  #fail(thrown: unknown): void {
    this.#full.abort(new Wrong(`The folder cannot be written (${codeOf(thrown)}).`, exits.unsent))
  }

  /** Writes a file of a result, and returns it as a Blob that refers to the disk. */
  async keepMedia(file: Asset): Promise<Asset> {
    const { sha256, type, blob } = file
    const path = this.#media.get(sha256) ?? join(this.#path, 'media', `${sha256}.${extensionOf(type)}`)
    if (!this.#media.has(sha256)) await replaced(path, new Uint8Array(await blob.arrayBuffer()))
    this.#media.set(sha256, path)
    return { ...file, blob: await openAsBlob(path, { type }) }
  }

  /** A file that `keepMedia` has written, as a Blob that refers to the disk; undefined where it is not there. */
  async mediaOf(sha256: string, type: string): Promise<Blob | undefined> {
    const path = this.#media.get(sha256)
    return path === undefined ? undefined : await openAsBlob(path, { type })
  }

  /** Writes one of the reports, in place of an earlier one. */
  async write(name: string, text: string | AsyncIterable<string>): Promise<void> {
    await replaced(join(this.#path, name), text)
  }

  /** Writes the results in the order of their places, and ends. */
  async close(results: readonly CellResult[]): Promise<void> {
    await this.#last
    await Promise.all([this.#journal.close(), this.#results.close()])
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
