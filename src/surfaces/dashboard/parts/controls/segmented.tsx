interface SegmentedProps<Value extends string> {
  readonly label: string
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

/** One of a few, side by side. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  return (
    <fieldset class="segmented-set">
      <legend class="visually-hidden">{props.label}</legend>
      <span class="segmented">
        {props.options.map(({ value, label }) => (
          <button
            type="button"
            key={value}
            aria-pressed={value === props.value}
            onClick={() => props.onChange(value)}
          >
            {label}
          </button>
        ))}
      </span>
    </fieldset>
  )
}
