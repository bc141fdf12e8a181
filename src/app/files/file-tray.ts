import * as z from 'zod/mini'
import { type FileDraft, fileDraftsOf } from '../run/file-drafts.ts'
import { newId } from '../run/new-id.ts'
import { onePerRuns, type Runs } from '../run/runs.ts'
import { PageState } from '../ui/page-state.ts'
import { lookAtPicture } from './look-at-picture.ts'
import {
  type FileReading,
  type FileRefusal,
  type FileRules,
  type NamedFile,
  readFile,
  refused,
  TrayFile,
} from './read-file.ts'

export interface TrayState {
  readonly status: 'loading' | 'ready'
  readonly files: readonly TrayFile[]
  readonly incoming: readonly Incoming[]
}

interface TrayOptions extends Pick<FileReading, 'newId' | 'look'> {
  readonly rules: FileRules
  readonly draft: Pick<FileDraft, 'read' | 'write'>
  /** False where the files of the stored draft were sent already: the draft is not read then. */
  readonly kept: boolean
}

/** The files that go along with a request that is being written, kept as a draft. An external store: `state` and `subscribe`. */
export class FileTray {
  readonly #options: TrayOptions
  readonly intake: FileIntake
  readonly #state = new PageState<TrayState>(() => ({ status: 'loading', files: [], incoming: [] }))
  readonly state = this.#state.get
  readonly subscribe = this.#state.subscribe

  constructor(options: TrayOptions) {
    this.#options = options
    this.intake = new FileIntake(options.newId, (incoming) => this.#set({ incoming }))
    void this.intake.inTurn(() => this.#load())
  }

  /** Reads files in the order given: beside those that are there, or in their place. Resolves when all are read. */
  add(files: readonly NamedFile[], how: 'beside' | 'alone' = 'beside'): Promise<void> {
    if (how === 'alone') void this.intake.inTurn(async () => this.#put([]))
    return this.intake.add(files, (file) => this.#takeIn(file))
  }

  /** Adds the files of a request that refers to them already, but for those that are there. Their number is not checked. */
  restore(files: readonly (NamedFile & { readonly sha256: string })[]): Promise<void> {
    return this.intake.add(files, async (file) => {
      const isHere = this.state().files.some(({ sha256 }) => sha256 === file.sha256)
      return isHere ? undefined : await this.#takeIn(file, 'used')
    })
  }

  refuse(files: readonly NamedFile[], why: string): void {
    void this.intake.add(files, async () => refused(why))
  }

  held() {
    return this.state().files.flatMap(({ sha256, name, blob }) =>
      sha256 === undefined ? [] : [{ sha256, name, blob }],
    )
  }

  /** Resolves when the files are in the ledger; never where they cannot be stored. */
  stored(): Promise<void> {
    return new Promise((done) => this.#options.draft.write(this.state().files, done))
  }

  sent(gone: readonly TrayFile[]): void {
    this.intake.dismissRefused()
    this.remove(gone.map(({ id }) => id))
  }

  remove(ids: readonly string[]): void {
    this.#put(this.state().files.filter(({ id }) => !ids.includes(id)))
  }

  change(ids: readonly string[], change: Pick<TrayFile, 'detail'> | Pick<TrayFile, 'use'>): void {
    this.#put(this.state().files.map((file) => (ids.includes(file.id) ? { ...file, ...change } : file)))
  }

  async #load(): Promise<void> {
    const stored = this.#options.kept ? await this.#options.draft.read() : undefined
    const kept = z.array(TrayFile).safeParse(stored).data ?? []
    const used = kept.filter(({ use }) => use !== 'unused')
    const files = kept.filter((file) => used.includes(file) || used.some(({ of }) => of && of === file.sha256))
    this.#set({ status: 'ready', files })
    if (files.length < kept.length) this.#options.draft.write(files)
  }

  async #takeIn(file: NamedFile, use?: 'used'): Promise<FileRefusal | undefined> {
    const { rules, newId, look } = this.#options
    const beside = use ? [] : this.state().files.filter((one) => one.use !== 'unused')
    const read = await readFile(file, rules, { newId, look, beside })
    if (read.kind === 'refused') return read
    this.#put([...this.state().files, use ? { ...read.file, use } : read.file])
    return undefined
  }

  #put(files: readonly TrayFile[]): void {
    this.#set({ files })
    this.#options.draft.write(files)
  }

  #set(change: Partial<TrayState>): void {
    this.#state.set({ ...this.#state.get(), ...change })
  }
}

const traysOf = onePerRuns(() => new Map<string, FileTray>())

interface TrayPlace extends Pick<TrayOptions, 'rules'> {
  /** The group and the name of its draft (`openFileDrafts`). */
  readonly draft: readonly [group: string, name: string]
  readonly kept?: boolean
}

/** The tray of a draft: one for each page, so that it outlives the panel that shows it. */
export function trayOf(runs: Runs, { draft: [group, name], rules, kept = true }: TrayPlace): FileTray {
  const own = traysOf(runs)
  const known = own.get(`${group}/${name}`)
  if (known) return known
  const draft = fileDraftsOf(runs, group, [name])(name)
  const tray = new FileTray({ rules, draft, kept, newId, look: lookAtPicture })
  own.set(`${group}/${name}`, tray)
  return tray
}

/** A file that is being read, or that was refused: then it is shown until it is dismissed. */
export interface Incoming {
  readonly id: string
  readonly name: string
  readonly status: 'reading' | 'refused'
  readonly why?: string
}

/** Work on files in the order in which it was asked for: no two files are read at once, and their order stays. */
export class FileIntake {
  readonly #newId: () => string
  readonly #onChange: (incoming: readonly Incoming[]) => void
  #incoming: readonly Incoming[] = []
  #queue: Promise<void> = Promise.resolve()

  constructor(newId: () => string, onChange: (incoming: readonly Incoming[]) => void) {
    this.#newId = newId
    this.#onChange = onChange
  }

  /** Runs `take` for one file after the other; a file is shown until it is taken, and stays where it is refused. Resolves when all are read. */
  add<File extends NamedFile>(
    files: readonly File[],
    take: (file: File) => Promise<FileRefusal | undefined>,
  ): Promise<void> {
    const news = files.map((file) => ({ file, id: this.#newId() }))
    const reading = news.map(({ id, file }): Incoming => ({ id, name: file.name, status: 'reading' }))
    this.#set([...this.#incoming, ...reading])
    for (const { id, file } of news)
      void this.inTurn(async () => {
        const refusal = await take(file)
        if (refusal) this.#set(this.#incoming.map((one) => (one.id === id ? withRefusal(one, refusal) : one)))
        else this.dismiss(id)
      })
    return this.#queue
  }

  /** Appends other work to the queue. Rejects with its error, which does not stop the queue. */
  inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#queue.then(work)
    this.#queue = done.catch(() => {})
    return done
  }

  dismiss(id: string): void {
    this.#set(this.#incoming.filter((one) => one.id !== id))
  }

  dismissRefused(): void {
    this.#set(this.#incoming.filter(({ status }) => status === 'reading'))
  }

  /** Waits for what is being read. False where a file was refused meanwhile: it is missing from what was meant to be sent. */
  async settled(): Promise<boolean> {
    const refused = this.#refused()
    await this.#queue
    return this.#refused() <= refused
  }

  #refused(): number {
    return this.#incoming.filter(({ status }) => status === 'refused').length
  }

  #set(incoming: readonly Incoming[]): void {
    this.#incoming = incoming
    this.#onChange(incoming)
  }
}

const withRefusal = (one: Incoming, { why }: FileRefusal): Incoming => ({ ...one, status: 'refused', why })
