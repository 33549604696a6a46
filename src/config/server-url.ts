import { z } from 'zod'

/** The address of a server; keys belong in the environment, so it holds no name and no password. */
export const serverUrl = z
  .url({ protocol: /^https?$/ })
  .refine((text) => !/^[^/]*\/\/[^/]*@/.test(text), {
    message: 'holds a name or password, which belong in the environment',
  })
  .optional()
