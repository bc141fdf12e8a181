import { type ComponentType, createContext, use } from 'react'

/** One showing of what stands below an error boundary; another object is another try. */
export const Attempt = createContext<object>({})

type Loader = (attempt: object) => Promise<ComponentType>

/** A component that is loaded when it is first drawn. React's own `lazy` keeps a failure for ever; here the next attempt loads anew. */
export function retriable(load: () => Promise<ComponentType>): ComponentType {
  const loader = oncePerAttempt(load)
  return () => <Loaded loader={loader} />
}

function Loaded({ loader }: { readonly loader: Loader }) {
  const Component = use(loader(use(Attempt)))
  return <Component />
}

/** A success is kept for good, a failure for its attempt: React draws more than once before it gives up. */
function oncePerAttempt(load: () => Promise<ComponentType>): Loader {
  let loading: Promise<ComponentType> | undefined
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
