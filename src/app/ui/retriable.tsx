import { type ComponentType, createContext, use } from 'react'

/** One showing of what stands below an error boundary; another object is another try. */
export const Attempt = createContext<object>({})

type Loader<Props> = (attempt: object) => Promise<ComponentType<Props>>

/** A component that is loaded when it is first drawn. React's own `lazy` keeps a failure for ever; here the next attempt loads anew. */
export function retriable<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const loader = oncePerAttempt(load)
  return (props) => <Loaded loader={loader} props={props} />
}

function Loaded<Props extends object>({ loader, props }: { readonly loader: Loader<Props>; readonly props: Props }) {
  const Component = use(loader(use(Attempt)))
  return <Component {...props} />
}

/** A success is kept for good, a failure for its attempt: React draws more than once before it gives up. */
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
