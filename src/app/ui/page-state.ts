import { useSyncExternalStore } from 'react'

/** A value that lives as long as the page, outside React. `keep` writes each new value to where it outlives the page. */
export class PageState<T> {
  readonly #first: () => T
  readonly #keep: ((value: T) => void) | undefined
  readonly #listeners = new Set<() => void>()
  #state: { readonly value: T } | undefined

  /** `first` is called once, at the first read. */
  constructor(first: () => T, keep?: (value: T) => void) {
    this.#first = first
    this.#keep = keep
  }

  get = (): T => {
    this.#state ??= { value: this.#first() }
    return this.#state.value
  }

  set = (value: T): void => {
    this.#state = { value }
    this.#keep?.(value)
    for (const listener of [...this.#listeners]) listener()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

/** A state as those see it who may not set it. */
export type PageReader<T> = Pick<PageState<T>, 'get' | 'subscribe'>

export const usePageState = <T>(state: PageReader<T>): T => useSyncExternalStore(state.subscribe, state.get)

/** One of some words, kept for the next visit; the first of them at first. */
export const keptWord = <Word extends string>(key: string, words: readonly [Word, ...Word[]]): PageState<Word> =>
  new PageState<Word>(
    () => words.find((word) => word === readKept(key)) ?? words[0],
    (word) => writeKept(key, word),
  )

/** A switch that is kept for the next visit. */
export const keptSwitch = (key: string, isOnAtFirst = false): PageState<boolean> =>
  new PageState<boolean>(
    () => (readKept(key) ?? (isOnAtFirst ? 'on' : 'off')) === 'on',
    (on) => writeKept(key, on ? 'on' : 'off'),
  )

/** A value kept as JSON. `read` makes it of what was kept: of anything, as of undefined where nothing that is JSON was. */
export const keptJson = <T>(key: string, read: (kept: unknown) => T): PageState<T> =>
  new PageState<T>(
    () => {
      let kept: unknown
      try {
        kept = JSON.parse(readKept(key) ?? '')
      } catch {
        // The usual value.
      }
      return read(kept)
    },
    (value) => writeKept(key, JSON.stringify(value)),
  )

/** Kept in this browser, or, in `sessionStorage`, in this tab. */
type Store = 'localStorage' | 'sessionStorage'

/** What the store has under a key; null where it has nothing or is forbidden. */
export function readKept(key: string, store: Store = 'localStorage'): string | null {
  try {
    return window[store].getItem(key)
  } catch {
    return null
  }
}

/** Writes to the store; does nothing where it is full or forbidden, so that the value lasts as long as the page. */
export function writeKept(key: string, text: string, store: Store = 'localStorage'): void {
  try {
    window[store].setItem(key, text)
  } catch {
    // The value holds for this page.
  }
}
