package io.cambric.examples.seq2seq;

import io.cambric.annotations.PyTree;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import java.util.HashSet;
import java.util.Random;

/**
 * Additions as sequences of characters, such as {@code 12+345} and {@code =753}, which are units
 * first.
 *
 * @param questions i32 {@code [count, length]}, with an end and padding
 * @param answers i32 {@code [count, length]}, with the first character before and an end
 */
@PyTree
record Additions(Array questions, Array answers) {

  /** One addition of this number is for the test, and never trained on. */
  private static final int TEST_PART = 16;

  /** Two numbers to add. */
  private record Pair(int first, int second) {

    String question() {
      return first + "+" + second;
    }

    String answer(boolean forwards) {
      var sum = new StringBuilder().append(first + second);
      return Alphabet.BEGIN + (forwards ? sum : sum.reverse()).toString();
    }

    boolean isOfTest() {
      return (first * 31L + second * 17L) % TEST_PART == 0;
    }
  }

  /**
   * {@return random additions of the training, which may repeat}
   *
   * @param digits of the larger number at most
   * @param forwards whether answers begin with their first digit, instead of the last
   */
  static Additions training(int digits, boolean forwards, int count, long seed) {
    var random = new Random(seed);
    var pairs = new Pair[count];
    for (int i = 0; i < count; i++) {
      do {
        pairs[i] = draw(digits, random);
      } while (pairs[i].isOfTest());
    }
    return of(pairs, digits, forwards);
  }

  /** {@return different additions that no training has} */
  static Additions test(int digits, boolean forwards, int count, long seed) {
    var random = new Random(seed);
    var pairs = new HashSet<Pair>();
    var all = new Pair[count];
    while (pairs.size() < count) {
      var pair = draw(digits, random);
      if (pair.isOfTest() && pairs.add(pair)) {
        all[pairs.size() - 1] = pair;
      }
    }
    return of(all, digits, forwards);
  }

  /** {@return how many different additions the test can have} */
  static int testSize(int digits) {
    return (int) (Math.pow(10, 2 * digits - 1) / 2 / TEST_PART / 2);
  }

  /** One number has a digit less at most; the smaller one is first. */
  private static Pair draw(int digits, Random random) {
    int least = (int) Math.pow(10, digits - 1);
    int one = random.nextInt(least);
    int other = random.nextInt(10 * least);
    return new Pair(Math.min(one, other), Math.max(one, other));
  }

  private static Additions of(Pair[] pairs, int digits, boolean forwards) {
    int questionLength = 2 * digits + 1;
    int answerLength = digits + 3;
    var questions = new int[pairs.length * questionLength];
    var answers = new int[pairs.length * answerLength];
    for (int i = 0; i < pairs.length; i++) {
      copy(pairs[i].question(), questions, i, questionLength);
      copy(pairs[i].answer(forwards), answers, i, answerLength);
    }
    return new Additions(
        NdArray.ofInts(Shape.of(pairs.length, questionLength), questions),
        NdArray.ofInts(Shape.of(pairs.length, answerLength), answers));
  }

  private static void copy(String text, int[] rows, int row, int length) {
    System.arraycopy(Alphabet.encode(text, length), 0, rows, row * length, length);
  }
}
