package io.cambric.file.support;

import io.cambric.errors.ShownText;
import java.util.Collection;
import java.util.stream.Collectors;

/** Texts of files in messages: their beginning, in characters that show. */
public final class Quoted {

  /** More of a text does not help the reader of a message. */
  private static final int MAX_CHARACTERS = 100;

  private static final int MAX_NAMES = 20;

  private Quoted() {}

  /** {@return a text in quotation marks} */
  public static String of(String text) {
    var quoted = new StringBuilder("\"");
    text.codePoints()
        .limit(MAX_CHARACTERS)
        .forEach(c -> ShownText.append(c, ShownText.shows(c), quoted));
    return quoted
        .append(text.codePointCount(0, text.length()) > MAX_CHARACTERS ? "..." : "")
        .append('"')
        .toString();
  }

  /** {@return names in brackets, the first ones where there are many} */
  public static String of(Collection<?> names) {
    return names.stream()
        .limit(MAX_NAMES)
        .map(name -> of(String.valueOf(name)))
        .collect(Collectors.joining(", ", "[", names.size() > MAX_NAMES ? ", ...]" : "]"));
  }
}
