/** Tokenizers: texts to numbers of tokens and back. */
module io.cambric.text {
  requires transitive io.cambric.base;
  requires static org.jspecify;
  requires tools.jackson.core;

  exports io.cambric.text;
  exports io.cambric.text.train;
}
