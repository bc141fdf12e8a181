import type { Page } from '@playwright/test'

/** An answer that was shown as finished. */
export interface Shown {
  readonly title: string
  readonly text: string
}

/** A person who sends one message after the other, until the page is gone. */
interface Hurry {
  /** What was shown as finished so far. */
  readonly shown: readonly Shown[]
  /** Resolves with so many presses, or when there will be no more. */
  pressed(times: number): Promise<void>
  /** Resolves when the page is gone. */
  readonly over: Promise<void>
}

/** Every third answer is waited for; the others are left on their way. No two messages of one `name` are alike. */
export function hurry(page: Page, name: string): Hurry {
  const shown: Shown[] = []
  let presses = 0
  let tell = () => {}
  const box = page.getByRole('textbox', { name: 'Message' })
  const fresh = page.getByRole('button', { name: 'New conversation' })
  const answer = page.getByRole('article', { name: 'Assistant' }).last()

  async function sendOne(title: string): Promise<void> {
    if (await fresh.isEnabled()) await fresh.click()
    await box.fill(title)
    presses += 1
    tell()
    await box.press('Enter')
  }

  async function watch(title: string): Promise<void> {
    await page.getByRole('article', { name: 'You' }).filter({ hasText: title }).waitFor({ timeout: 5_000 })
    // Its own: a message before it may have come into the same conversation.
    await answer.getByRole('figure', { name: 'Path of this run: completed' }).waitFor({ timeout: 5_000 })
    shown.push({ title, text: await answer.innerText() })
  }

  async function go(): Promise<void> {
    for (let at = 0; ; at += 1) {
      const title = `${name}-${at}. tokens: ${at % 3 === 2 ? 5 : 300}`
      await sendOne(title)
      if (at % 3 === 2) await watch(title)
    }
  }

  // Whatever it is that fails: the page went away under the person's hands.
  const over = go().catch(() => {
    presses = Number.POSITIVE_INFINITY
    tell()
  })
  async function pressed(times: number): Promise<void> {
    while (presses < times) {
      await new Promise<void>((done) => {
        tell = done
      })
    }
  }
  return { shown, over, pressed }
}
