package io.cambric.nn;

import java.util.List;

/**
 * The padding of a convolution or a pooling window: a {@link Mode}, or zeros in given numbers.
 *
 * {@snippet :
 * Conv.of(64, 3, 3).withPadding(Padding.VALID);
 * Conv.of(64, 3, 3).withPadding(Padding.of(1));
 * Conv.of(64, 5).withPadding(Padding.of(new Padding.Pair(4, 0)));
 * }
 */
public sealed interface Padding {

  /** Zeros so that the output is the input divided by the strides, rounded up; see {@link Mode}. */
  Padding SAME = Mode.SAME;

  /** Nothing: windows stay inside the input. */
  Padding VALID = Mode.VALID;

  /** The input repeated around itself, in convolutions only. */
  Padding CIRCULAR = Mode.CIRCULAR;

  /** The input mirrored at its edges, in convolutions only. */
  Padding REFLECT = Mode.REFLECT;

  /** Zeros on the left, so that no output sees a later input; in 1-D convolutions only. */
  Padding CAUSAL = Mode.CAUSAL;

  /** Padding whose amounts follow from sizes. */
  enum Mode implements Padding {
    /** Zeros so that the output is the input divided by the strides, rounded up. */
    SAME,
    /** Nothing. */
    VALID,
    /** The input repeated around itself. */
    CIRCULAR,
    /** The input mirrored at its edges. */
    REFLECT,
    /** Zeros on the left only. */
    CAUSAL
  }

  /**
   * Zeros around one axis; negative numbers cut off elements.
   *
   * @param low before the first element
   * @param high after the last element
   */
  record Pair(int low, int high) {}

  /**
   * The same number of zeros before and after every spatial axis.
   *
   * @param amount zeros on each side
   */
  record Uniform(int amount) implements Padding {}

  /**
   * Zeros in given numbers.
   *
   * @param pairs one for each spatial axis
   */
  record Explicit(List<Pair> pairs) implements Padding {

    /** Copies the pairs. */
    public Explicit {
      pairs = List.copyOf(pairs);
    }
  }

  /** {@return as many zeros before and after every spatial axis} */
  static Padding of(int amount) {
    return new Uniform(amount);
  }

  /** {@return zeros in given numbers, one pair for each spatial axis} */
  static Padding of(Pair... pairs) {
    return new Explicit(List.of(pairs));
  }
}
