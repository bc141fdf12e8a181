/** What arrives, in its order, for one reader that waits for the next. */
export class Inbox<Item extends object | string> {
  readonly #waiting: Item[] = []
  #arrived = () => {}

  add(item: Item): void {
    this.#waiting.push(item)
    this.#arrived()
  }

  async next(): Promise<Item> {
    for (;;) {
      const first = this.#waiting.shift()
      if (first !== undefined) return first
      await new Promise<void>((resolve) => {
        this.#arrived = resolve
      })
    }
  }
}
