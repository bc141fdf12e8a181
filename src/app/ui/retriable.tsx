import { type ComponentType, createContext, use } from 'react'
import { lateCode } from './late-code.ts'

/** Identifies one attempt to render the content of an error boundary; a new object is a new attempt. */
export const Attempt = createContext<object>({})

type Loader<Props> = (attempt: object) => Promise<ComponentType<Props>>

/** A component loaded at its first render, or `MissingCode` is thrown. Unlike React's `lazy`, the next attempt loads again. */
export function retriable<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const loader = oncePerAttempt(lateCode(load))
  return (props) => <Loaded loader={loader} props={props} />
}

function Loaded<Props extends object>({ loader, props }: { readonly loader: Loader<Props>; readonly props: Props }) {
  const Component = use(loader(use(Attempt)))
  return <Component {...props} />
}

/** Caches a success for good, and a failure for its attempt, since React renders more than once before it gives up. */
function oncePerAttempt<Props>(load: () => Promise<ComponentType<Props>>): Loader<Props> {
  let loading: Promise<ComponentType<Props>> | undefined
  let failedIn: object | undefined
  return (attempt) => {
    if (failedIn !== undefined && failedIn !== attempt) loading = undefined
    if (loading === undefined) {
      failedIn = undefined
      loading = load()
      loading.catch(() => {
        failedIn = attempt
      })
    }
    return loading
  }
}
