package io.cambric.conformance.flax;

import java.util.Optional;

/** The Java spelling of Flax's names. */
final class JavaNames {

  private JavaNames() {}

  /** {@return a class name with acronyms as words: {@code RMSNorm} is {@code RmsNorm}} */
  static String type(String flaxName) {
    var name = new StringBuilder();
    for (int i = 0; i < flaxName.length(); i++) {
      char letter = flaxName.charAt(i);
      boolean afterCapital = i > 0 && Character.isUpperCase(flaxName.charAt(i - 1));
      boolean beforeSmall =
          i + 1 < flaxName.length() && Character.isLowerCase(flaxName.charAt(i + 1));
      name.append(afterCapital && !beforeSmall ? Character.toLowerCase(letter) : letter);
    }
    return name.toString();
  }

  /**
   * {@return a name in camel case: {@code use_bias} is {@code useBias}, {@code __call__} is {@code
   * call}}
   */
  static String member(String flaxName) {
    var name = new StringBuilder();
    boolean up = false;
    for (char letter : flaxName.toCharArray()) {
      if (letter == '_') {
        up = !name.isEmpty();
      } else {
        name.append(up ? Character.toUpperCase(letter) : letter);
        up = false;
      }
    }
    return name.toString();
  }

  /** {@return the layer of a Flax name, if there is one} */
  static Optional<Class<?>> layer(String flaxName) {
    try {
      return Optional.of(Class.forName("io.cambric.nn." + type(flaxName)));
    } catch (ClassNotFoundException e) {
      return Optional.empty();
    }
  }
}
