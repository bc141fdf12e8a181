import { Code, Link } from 'lucide-react'
import type { RunDraft } from '../../run/run-draft.ts'
import { PageState, usePageState } from '../../ui/page-state.ts'
import { menuItem } from '../../ui/popup/menu.tsx'

/** A stored run by its id, or a request that is not sent. */
export type CodeSource = { readonly run: string } | { readonly draft: RunDraft }
export type CodeOrLink = CodeSource | { readonly link: string }

const shown = new PageState<CodeOrLink | undefined>(() => undefined)

/** Opens the dialog with the code of a request or the link of a run, from any room; undefined closes it. */
export const showCode = (source: CodeOrLink | undefined): void => shown.set(source)

export const useShownCode = (): CodeOrLink | undefined => usePageState(shown)

/** What a request as code is called: the word on the screen, and those by which the command palette finds it. */
export const codeAction = { name: 'Code', detail: 'cURL, Python, JavaScript' } as const

/** A stored run as code and as a link, for its menu. */
export const codeAndLink = (run: string) => [
  { ...menuItem(codeAction.name, Code, () => showCode({ run })), detail: codeAction.detail },
  menuItem('Result link', Link, () => showCode({ link: run })),
]
