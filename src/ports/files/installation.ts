import type { Phrase } from '../../phrase.ts'

/** Where this Tamis lives, how it is set up, and whether its surroundings are sound. */
export interface Installation {
  readonly home: string
  readonly settings: readonly EffectiveSetting[]
  /** Examines the machine anew each time. */
  checks(): Promise<readonly HealthCheck[]>
}

/** A setting in force; a secret shows as `(hidden)`. */
export interface EffectiveSetting {
  readonly key: string
  /** What it does, in a sentence. */
  readonly meaning: string
  readonly value: unknown
  /** `default`, or the file, variable or flag that said so. */
  readonly origin: string
}

export interface HealthCheck {
  readonly name: string
  readonly isFine: boolean
  readonly found: Phrase
  /** What to do where it is not fine. */
  readonly fix?: Phrase
}
