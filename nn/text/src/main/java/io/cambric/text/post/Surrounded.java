package io.cambric.text.post;

import java.util.List;

/** Rows between tokens. */
final class Surrounded {

  private Surrounded() {}

  /** {@return a row, and each row of its overflow, between tokens} */
  static TokenRow each(TokenRow row, TokenRow front, TokenRow back) {
    var overflow = row.overflow().stream().map(part -> alone(part, front, back)).toList();
    return alone(row, front, back).withOverflow(overflow);
  }

  private static TokenRow alone(TokenRow row, TokenRow front, TokenRow back) {
    return TokenRow.merge(List.of(front, row.withOverflow(List.of()), back));
  }
}
