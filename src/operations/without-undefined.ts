type Defined<Value> = { [Key in keyof Value]: Exclude<Value[Key], undefined> }

/** The same without the fields that nobody gave: absent and `undefined` are not the same further in. */
export function withoutUndefined<Value extends object>(value: Value): Defined<Value> {
  const entries = Object.entries(value).filter(([, field]) => field !== undefined)
  return Object.fromEntries(entries) as Defined<Value>
}
