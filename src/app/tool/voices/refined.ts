import { PageState } from '../../ui/page-state.ts'

/** The description that is being refined in the form of voice design. */
export const refined = new PageState<string | undefined>(() => undefined)
