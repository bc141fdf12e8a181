interface NotBuiltProps {
  title: string
  /** What will stand here, as the subject of a sentence. */
  what: string
}

/** An honest word in the place of a panel that does not exist yet. */
export function NotBuilt({ title, what }: NotBuiltProps) {
  return (
    <main className="grid min-h-0 flex-1 place-items-center p-8">
      <div className="max-w-sm text-center">
        <h1 className="text-base font-semibold">{title}</h1>
        <p className="mt-2 text-soft">{what} will stand here. Not built yet; Chat and Models work today.</p>
      </div>
    </main>
  )
}
