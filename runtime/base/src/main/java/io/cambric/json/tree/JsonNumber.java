package io.cambric.json.tree;

/**
 * A number of a JSON text, as it is written there.
 *
 * @param text in the grammar of JSON
 */
public record JsonNumber(String text) {

  /** {@return whether there is no fraction and no exponent} */
  public boolean isWhole() {
    return text.chars().noneMatch(c -> c == '.' || c == 'e' || c == 'E');
  }
}
