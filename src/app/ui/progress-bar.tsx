interface ProgressBarProps {
  readonly name: string
  readonly value: number
  readonly of: number
  readonly failed?: boolean
  readonly className?: string
}

export function ProgressBar({ name, value, of, failed = false, className = 'h-1 min-w-8 flex-1' }: ProgressBarProps) {
  const share = of > 0 ? Math.min(100, Math.max(0, (100 * value) / of)) : 0
  return (
    <span
      role="progressbar"
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={of}
      aria-valuenow={value}
      className={`block overflow-hidden rounded-full bg-line ${className}`}
    >
      <span
        style={{ width: `${share}%` }}
        className={`block h-full rounded-full transition-[width] duration-180 ease-out ${failed ? 'bg-danger' : 'bg-cable'}`}
      />
    </span>
  )
}
