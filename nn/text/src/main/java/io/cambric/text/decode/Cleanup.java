package io.cambric.text.decode;

/** Removes spaces of tokens where English has none. */
final class Cleanup {

  private Cleanup() {}

  static String apply(String text) {
    if (text.indexOf(' ') < 0) {
      return text;
    }
    return text.replace(" .", ".")
        .replace(" ?", "?")
        .replace(" !", "!")
        .replace(" ,", ",")
        .replace(" ' ", "'")
        .replace(" n't", "n't")
        .replace(" 'm", "'m")
        .replace(" do not", " don't")
        .replace(" 's", "'s")
        .replace(" 've", "'ve")
        .replace(" 're", "'re");
  }
}
