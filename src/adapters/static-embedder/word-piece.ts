import { Tokenizer } from '@huggingface/tokenizers'

/** A text to the row numbers of its tokens, in order; tokens outside the vocabulary are left out. */
export type TokenIds = (text: string) => readonly number[]

/** WordPiece over lower-cased, accent-folded words, as the encoder the table comes from was trained. */
export function wordPiece(vocabulary: readonly string[]): TokenIds {
  const unknown = vocabulary.length
  const vocab = Object.fromEntries([...vocabulary, '[UNK]'].map((token, id) => [token, id]))
  const tokenizer = new Tokenizer(
    {
      // No added tokens: a text that says [CLS] means those five characters.
      added_tokens: [],
      normalizer: {
        type: 'BertNormalizer',
        clean_text: true,
        handle_chinese_chars: true,
        strip_accents: null,
        lowercase: true,
      },
      pre_tokenizer: { type: 'BertPreTokenizer' },
      post_processor: null,
      decoder: null,
      model: {
        type: 'WordPiece',
        unk_token: '[UNK]',
        continuing_subword_prefix: '##',
        max_input_chars_per_word: 100,
        vocab,
      },
    },
    {},
  )
  return (text) => {
    // The package's types do not resolve under this module mode; its encoding carries token ids.
    const found: readonly number[] = tokenizer.encode(text, { add_special_tokens: false }).ids
    return found.filter((id) => id < unknown)
  }
}
