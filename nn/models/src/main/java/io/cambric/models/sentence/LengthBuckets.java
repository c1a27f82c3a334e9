package io.cambric.models.sentence;

/** The few lengths and numbers of rows for which programs are compiled. */
final class LengthBuckets {

  /** Tokens of padding whose computation costs as much as another run of the program. */
  static final int SPLIT = 64;

  /** Up to here, lengths are padded to multiples of the first step. */
  private static final int SHORT = 32;

  private static final int SHORT_STEP = 4;

  /** Longer ones are padded by an eighth at most. */
  private static final int PARTS = 8;

  private LengthBuckets() {}

  /** {@return the length that sentences of a length are padded to} */
  static int length(int length, int longest) {
    int step =
        length <= SHORT ? SHORT_STEP : Math.max(SHORT_STEP, Integer.highestOneBit(length) / PARTS);
    return Math.min((length + step - 1) / step * step, longest);
  }

  /** {@return the number of rows that sentences are filled up to: 1, 2, 4, 6, 8, 12, 16 ...} */
  static int rows(int sentences, int most) {
    int power = Integer.highestOneBit(sentences);
    int half = power + power / 2;
    int rows = sentences == power ? power : sentences <= half && power > 2 ? half : 2 * power;
    return Math.min(rows, most);
  }
}
