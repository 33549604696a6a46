import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalTags, tagsHash } from './tags-hash.ts'

const digest = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

// Left: tags. Right: what the Python of the contract (3.11) gives for them.
test.each<[string[], string]>([
  [[], 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  [['#sqlite'], 'f80861b94f494dd94976ee228c7cc4d71958b460d3e1af7109dbebca16214326'],
  [['sqlite'], 'f80861b94f494dd94976ee228c7cc4d71958b460d3e1af7109dbebca16214326'],
  [['SQLite ', '  #sqlite'], 'f80861b94f494dd94976ee228c7cc4d71958b460d3e1af7109dbebca16214326'],
  [['#b', 'a', 'C'], '2ab57726b474ba176b737ba4d7763650e0397a8c56e1d09913fe4b6bb4ae79cb'],
  [['\u00c9te\u0301'], '238e6254e9d860e333eb8af8cc812ac6bb7ce8957c97a00bc836c933ac709baf'],
  [['E\u0301T\u00c9'], '238e6254e9d860e333eb8af8cc812ac6bb7ce8957c97a00bc836c933ac709baf'],
  [['\u001ctab\u0085'], '01d49b4c4e9880ebaecb6c9ae90cc051f1b5b931058b50a3d025218b37ff1d4c'],
  [['\ufeffbom'], '084ce4e9b143da02e526ecad62ebf2dc5e89399a7857c7bb54e397bdffe89b45'],
  [
    ['\u039f\u0394\u039f\u03a3', '\u03a3\u039f\u03a6\u039f\u03a3'],
    'e634a160ceb89dc0cd529e24f96f8c1dcf070a08bd469b07fe2701f9d27d3837',
  ],
  [['\u0130stanbul'], 'f92fddaa44d0ea427800c9d4235668870bb7aa59980d3b61c0b7e68ea92a8a9d'],
  [['\u1e9etra\u00dfe'], 'c9d460ffa69e8392f347cc4af690d1357f38ec7f023e2de10aab200c8ac47243'],
  [
    ['\ufb00', '\ud83d\ude00', '\uffee'],
    'b4c3dc5ca4702db1fd84d539d7ca234071ac3da587b6b998865a430f6e11d440',
  ],
  [['# spaced'], '00f02440942c1f377b97b8997656e05733a84afd99bdae678626db7c0b0173ff'],
  [[''], '334359b90efed75da5f0ada1d5e6b256f4a6bd0aee7eb39c0f90182a021ffc8b'],
  [['##x'], '83c7500e86eb5ef02de01b838f3b4dddd60006c451ee21807027eff72265fdbd'],
  [['a\nb'], 'f023aa6b26a03535df853a86983b90a56390501d7f693f6ee5316ff6fc14e261'],
  [['\u0391\u03a3\u0301'], '317ccafe0cd0639176f7138b53543da50b83aa2ab3fa484d1ac835c1a6f836de'],
  [['\u00a0x\u2003'], 'acfa92747bb3b6fcdd0e61da682d2fc4fa45c96f5315faeebfd94fa2697e5a9d'],
  [['\u01c4', '\u01c5'], 'b49de3ef7f33b0def23853256398603f6c00f269034090eb79e9372c9f974b2b'],
])('gives the digest of the contract for %j', (tags, expected) => {
  expect(tagsHash(digest, tags)).toBe(expected)
})

const tag = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => text.isWellFormed())
const tagList = fc.array(tag, { maxLength: 8 })

test('TC-PLAN-01 INV-plan-03 ten permutations of the same tags share one hash', () => {
  fc.assert(
    fc.property(
      tagList.chain((tags) =>
        fc.tuple(
          fc.constant(tags),
          fc.array(fc.shuffledSubarray(tags, { minLength: tags.length }), {
            minLength: 10,
            maxLength: 10,
          }),
        ),
      ),
      ([tags, permutations]) => {
        const hashes = new Set(permutations.map((order) => tagsHash(digest, order)))
        expect([...hashes]).toEqual([tagsHash(digest, tags)])
      },
    ),
  )
})

test('INV-plan-03 case, repetition, outer spaces, the leading # and composition do not matter', () => {
  const word = fc.stringMatching(/^[a-zàâéèêîôùç]{1,10}$/u)
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
      const expected = tagsHash(digest, words)
      const disguises = [
        words.map((text) => text.toUpperCase()),
        words.map((text) => `  ${text}\t`),
        words.map((text) => `#${text}`),
        words.map((text) => text.normalize('NFD')),
        [...words, ...words],
      ]
      for (const disguised of disguises) expect(tagsHash(digest, disguised)).toBe(expected)
    }),
  )
})

test('INV-plan-03 canonical tags are a fixed point', () => {
  fc.assert(
    fc.property(tagList, (tags) => {
      const once = canonicalTags(tags)
      expect(tagsHash(digest, once)).toBe(tagsHash(digest, canonicalTags(once)))
    }),
  )
})
