package io.cambric.errors;

import java.util.regex.Pattern;

/** The {@code *} behind a printed type that is weak, explained where a message has one. */
public final class WeakMark {

  private static final Pattern WEAK = Pattern.compile("\\b(?:bool|bf16|[iuf]\\d+)\\[[\\d,]*\\]\\*");

  private static final String MEANING =
      " A * marks the weak type of a Java number, which gives way to the dtype of an array.";

  private WeakMark() {}

  /** {@return the message, which ends with what the mark means if it shows a weak type} */
  public static String explained(String message) {
    return WEAK.matcher(message).find() ? message + MEANING : message;
  }
}
