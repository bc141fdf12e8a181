import type { FileRefusal, NamedFile } from './read-file.ts'

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

  /** Waits for what is being read. False where a file was refused meanwhile. */
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
