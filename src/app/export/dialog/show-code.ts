import type { RunDraft } from '../../run/run-draft.ts'
import { PageState, usePageState } from '../../ui/page-state.ts'

/** A stored run by its id, or a request that is not sent. */
export type CodeSource = { readonly run: string } | { readonly draft: RunDraft }

const shown = new PageState<CodeSource | undefined>(() => undefined)

/** Opens the dialog with the code of a request, from any room; undefined closes it. */
export const showCode = (source: CodeSource | undefined): void => shown.set(source)

export const useShownCode = (): CodeSource | undefined => usePageState(shown)

/** What a request as code is called: the word on the screen, and those by which the command palette finds it. */
export const codeAction = { name: 'Code', detail: 'cURL, Python, JavaScript' } as const
