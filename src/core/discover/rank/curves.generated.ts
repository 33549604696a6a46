import type { Curve } from './chance.ts'
import type { SignalName } from './signals.ts'

// Written by `npm run fit -- discover`; nobody edits it.

/** How much each signal adds, by who judges meaning. */
export const weights: Readonly<Record<'words' | 'texts', Readonly<Record<SignalName, number>>>> = {
  "words": {
    "text": 1.75,
    "name": 0.5,
    "parameters": 1,
    "nameSaid": 0.25,
    "headlineSaid": 0,
    "part": 0.5,
    "covered": 0,
    "server": 1,
    "serverDescription": 1,
    "meaning": 1,
    "neighbours": 2,
    "serverMeaning": 0.3,
    "nearlyCovered": 0,
    "pairs": 1.4,
    "subject": 1,
    "partMeaning": 0.35
  },
  "texts": {
    "text": 1.75,
    "name": 0.5,
    "parameters": 1,
    "nameSaid": 0.25,
    "headlineSaid": 0,
    "part": 0.5,
    "covered": 0,
    "server": 1,
    "serverDescription": 1,
    "meaning": 5,
    "neighbours": 2,
    "serverMeaning": 0.3,
    "nearlyCovered": 0,
    "pairs": 1.4,
    "subject": 1,
    "partMeaning": 5
  }
}

/** What a sum is worth, by whether the past was tried and by who judges meaning. */
export const curves: Readonly<
  Record<'untaught' | 'taught', Readonly<Record<'nothing' | 'words' | 'texts', Curve>>>
> = {
  "untaught": {
    "nothing": {
      "sum": 0.879,
      "lead": 1.916,
      "margin": 0.158,
      "constant": -2.916,
      "best": -0.665,
      "covered": -1.241,
      "nearlyCovered": 0,
      "headlineSaid": 1.897,
      "nameSaid": 0.104,
      "meaning": 0,
      "subject": 0,
      "pairs": 0.422,
      "past": 0,
      "unknown": -0.696,
      "length": 0.25
    },
    "words": {
      "sum": 0.634,
      "lead": 1.04,
      "margin": 0.361,
      "constant": -2.884,
      "best": -0.333,
      "covered": -1.199,
      "nearlyCovered": -1.628,
      "headlineSaid": 1.526,
      "nameSaid": 0.062,
      "meaning": 0.113,
      "subject": 1.36,
      "pairs": 0.691,
      "past": 0,
      "unknown": -1.328,
      "length": 0.18
    },
    "texts": {
      "sum": 0.492,
      "lead": 1.019,
      "margin": 0.274,
      "constant": -2.565,
      "best": -0.038,
      "covered": -1.516,
      "nearlyCovered": 0,
      "headlineSaid": 1.36,
      "nameSaid": 0.01,
      "meaning": -2.43,
      "subject": 0,
      "pairs": 0.142,
      "past": 0,
      "unknown": -0.573,
      "length": 0.083
    }
  },
  "taught": {
    "nothing": {
      "sum": 0.552,
      "lead": 1.186,
      "margin": 0.029,
      "constant": -3.106,
      "best": -0.007,
      "covered": -0.627,
      "nearlyCovered": 0,
      "headlineSaid": 1.151,
      "nameSaid": -0.167,
      "meaning": 0,
      "subject": 0,
      "pairs": 0.692,
      "past": -0.08,
      "unknown": -0.798,
      "length": 0.143
    },
    "words": {
      "sum": 0.313,
      "lead": 0.92,
      "margin": 0,
      "constant": -2.854,
      "best": -0.025,
      "covered": 0.065,
      "nearlyCovered": -0.938,
      "headlineSaid": 0.749,
      "nameSaid": -0.275,
      "meaning": -0.072,
      "subject": 0.203,
      "pairs": 1.092,
      "past": -0.097,
      "unknown": -1.088,
      "length": 0.174
    },
    "texts": {
      "sum": 0.302,
      "lead": 0.621,
      "margin": 0,
      "constant": -2.565,
      "best": -0.038,
      "covered": 0.478,
      "nearlyCovered": 0,
      "headlineSaid": 0.661,
      "nameSaid": -0.222,
      "meaning": -1.527,
      "subject": 0,
      "pairs": 0.901,
      "past": -0.102,
      "unknown": -1.032,
      "length": 0.118
    }
  }
}
