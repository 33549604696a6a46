import type { Caller } from './caller.ts'

/** Logins of people at upstream servers that ask for one. */
export interface UpstreamLogins {
  begin(server: string, wish: LoginWish): Promise<LoginBegun>
  /** What the browser came back with, or one more question to a device login; `undefined` while nobody agreed yet. */
  finish(caller: Caller | undefined, answer: LoginAnswer): Promise<LoginFacts | undefined>
  /** Whether there was one. */
  logout(server: string, caller: Caller | undefined): Promise<boolean>
  list(): Promise<readonly LoginFacts[]>
}

/** Secrets that people set for upstream servers whose configuration names `${caller.NAME}`. */
export interface CallerValues {
  set(owner: CallerValue, value: string): Promise<void>
  /** Whether there was one. */
  remove(owner: CallerValue): Promise<boolean>
  list(): Promise<readonly CallerValueFacts[]>
}

export interface CallerValue {
  readonly server: string
  readonly name: string
  readonly caller: Caller | undefined
}

export interface CallerValueFacts {
  readonly server: string
  readonly name: string
  /** The id of the token it belongs to; empty for those who bring none. */
  readonly person: string
}

export interface LoginWish {
  /** Whose login it will be; everybody's without one of their own where no token came. */
  readonly caller: Caller | undefined
  /** Where the browser goes afterwards, on the person's own machine. Absent: by a code on any device. */
  readonly redirectUri?: string | undefined
  /** More rights than the server asks for by itself. */
  readonly scope?: string | undefined
}

export type LoginBegun =
  | { readonly kind: 'browser'; readonly url: string; readonly state: string }
  | {
      readonly kind: 'device'
      readonly id: string
      readonly url: string
      readonly code: string
      readonly intervalMs: number
      readonly expiresInMs: number
    }

export type LoginAnswer =
  | { readonly kind: 'browser'; readonly url: string }
  | { readonly kind: 'device'; readonly id: string }

/** What may be said of a login. */
export interface LoginFacts {
  readonly server: string
  /** The id of the token it belongs to; empty for everybody's. */
  readonly person: string
  readonly scope?: string
  /** When the access ends, in milliseconds since the epoch; it is renewed where the server allows that. */
  readonly endsAt?: number
  readonly isRenewable: boolean
}
