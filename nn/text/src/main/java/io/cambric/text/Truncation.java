package io.cambric.text;

import io.cambric.errors.DataException;
import io.cambric.json.JsonValue;
import io.cambric.text.post.TokenRow;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * A limit of the tokens of an encoding, special tokens included. Tokens beyond it become its {@link
 * Encoding#overflow()}.
 *
 * <p>As in the library tokenizers 0.23, words that begin after {@code maxLength} tokens of a text
 * are ignored, and are in no overflow.
 *
 * @param maxLength the most tokens; if it is less than the special tokens alone, nothing is cut but
 *     those words
 * @param stride how many tokens of a row are repeated in the next row of the overflow
 * @param strategy which of two texts is cut
 * @param side where tokens are cut off
 */
public record Truncation(int maxLength, int stride, Strategy strategy, Side side) {

  /** Which of two texts is cut. */
  public enum Strategy {
    /** The longer one, then both equally. */
    LONGEST_FIRST("LongestFirst"),
    /** The first one alone. */
    ONLY_FIRST("OnlyFirst"),
    /** The second one alone. */
    ONLY_SECOND("OnlySecond");

    private final String jsonName;

    Strategy(String jsonName) {
      this.jsonName = jsonName;
    }

    private static Strategy read(JsonValue json) {
      for (var strategy : values()) {
        if (strategy.jsonName.equals(json.text())) {
          return strategy;
        }
      }
      throw json.failure(
          "one of the strategies [LongestFirst, OnlyFirst, OnlySecond]", "Write one of them.");
    }
  }

  /**
   * Checks the numbers.
   *
   * @throws DataException if one is negative
   */
  public Truncation {
    if (maxLength < 0 || stride < 0) {
      throw new DataException(
          "Truncation needs a length and a stride of at least 0, but got %d and %d. Pass other values."
              .formatted(maxLength, stride));
    }
  }

  /** {@return a limit that cuts the end of the longer text, without common tokens} */
  public static Truncation to(int maxLength) {
    return new Truncation(maxLength, 0, Strategy.LONGEST_FIRST, Side.RIGHT);
  }

  /** {@return this limit with some tokens of a row repeated in the next one} */
  public Truncation withStride(int tokens) {
    return new Truncation(maxLength, tokens, strategy, side);
  }

  /** {@return this limit with another choice of the text that is cut} */
  public Truncation withStrategy(Strategy other) {
    return new Truncation(maxLength, stride, other, side);
  }

  /** {@return this limit with tokens cut off at another side} */
  public Truncation withSide(Side other) {
    return new Truncation(maxLength, stride, strategy, other);
  }

  static Truncation read(JsonValue json) {
    return new Truncation(
        json.get("max_length").integer(),
        json.get("stride").integer(),
        Strategy.read(json.get("strategy")),
        json.find("direction").map(Side::read).orElse(Side.RIGHT));
  }

  void write(JsonGenerator json) {
    json.writeStartObject();
    json.writeStringProperty("direction", side.jsonName());
    json.writeNumberProperty("max_length", maxLength);
    json.writeStringProperty("strategy", strategy.jsonName);
    json.writeNumberProperty("stride", stride);
    json.writeEndObject();
  }

  /** Checks the stride against the length without special tokens. */
  void check(int special) {
    int left = maxLength - special;
    if (left >= 0 && left < stride) {
      throw new DataException(
          "Truncation to %d tokens, %d of them special, needs a stride of at most %d, but got %d. Pass a smaller stride, or a larger length."
              .formatted(maxLength, special, left, stride));
    }
  }

  /**
   * {@return the rows of one or two texts, cut so that both together have the length}
   *
   * @param special the number of tokens that will be added
   */
  List<TokenRow> apply(TokenRow first, @Nullable TokenRow second, int special) {
    int limit = maxLength - special;
    int secondSize = second == null ? 0 : second.size();
    if (limit < 0 || limit > 0 && first.size() + secondSize <= limit) {
      return rows(first, second);
    }
    if (limit == 0) {
      return rows(cut(first, 0), second == null ? null : cut(second, 0));
    }
    return switch (strategy) {
      case LONGEST_FIRST -> longestFirst(first, second, limit);
      case ONLY_FIRST -> rows(cut(first, remaining(first, secondSize, limit)), second);
      case ONLY_SECOND -> {
        if (second == null) {
          throw new DataException(
              "Truncation of only the second text needs a second text, but got one text of %d tokens with a limit of %d. Use another strategy, or encode two texts."
                  .formatted(first.size(), limit));
        }
        yield rows(first, cut(second, remaining(second, first.size(), limit)));
      }
    };
  }

  private List<TokenRow> longestFirst(TokenRow first, @Nullable TokenRow second, int limit) {
    if (second == null) {
      return rows(cut(first, limit), null);
    }
    int shorter = Math.min(first.size(), second.size());
    int longer = shorter > limit ? shorter : Math.max(shorter, limit - shorter);
    if (shorter + longer > limit) {
      shorter = limit / 2;
      longer = shorter + limit % 2;
    }
    boolean isFirstLonger = first.size() > second.size();
    return rows(
        cut(first, isFirstLonger ? longer : shorter),
        cut(second, isFirstLonger ? shorter : longer));
  }

  private static int remaining(TokenRow row, int others, int limit) {
    int remaining = limit - others;
    if (remaining <= 0) {
      throw new DataException(
          "Truncation of one text cannot reach the limit: it has %d tokens, the other has %d, and the limit is %d. Use another strategy, or a larger length."
              .formatted(row.size(), others, limit));
    }
    return remaining;
  }

  private TokenRow cut(TokenRow row, int length) {
    if (length > 0 && length < row.size() && stride >= length) {
      throw new DataException(
          "Truncation of a text to %d tokens needs a smaller stride than that, but got %d. Pass a smaller stride, or a larger length."
              .formatted(length, stride));
    }
    return row.truncate(length, stride, side == Side.LEFT);
  }

  private static List<TokenRow> rows(TokenRow first, @Nullable TokenRow second) {
    return second == null ? List.of(first) : List.of(first, second);
  }
}
