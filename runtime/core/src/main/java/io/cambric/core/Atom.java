package io.cambric.core;

import io.cambric.array.Shape;

/** An operand of an equation: a variable or a literal scalar. */
public sealed interface Atom {

  /** {@return shape and dtype} */
  ShapedArray aval();

  /** A variable: bound once, by an equation or as an input; compared by identity. */
  final class Var implements Atom {

    private final ShapedArray aval;

    /** Makes a new variable, distinct from all others. */
    public Var(ShapedArray aval) {
      this.aval = aval;
    }

    @Override
    public ShapedArray aval() {
      return aval;
    }

    @Override
    public String toString() {
      return "var:" + aval;
    }
  }

  /**
   * A scalar known while tracing.
   *
   * @param aval of no axes
   * @param value the exact value; integers beyond 2^53 are not literals
   */
  record Literal(ShapedArray aval, double value) implements Atom {

    private static final long EXACT = 1L << 53;

    /** Checks that this is a scalar. */
    public Literal {
      if (!aval.shape().equals(Shape.scalar())) {
        throw new IllegalArgumentException("a literal is a scalar, not " + aval);
      }
    }

    /** {@return whether an array is a scalar that a literal can represent} */
    public static boolean holds(NdArray array) {
      if (array.rank() != 0) {
        return false;
      }
      // U64 beyond 2^63 reads as a negative long, and beyond 2^53 a double skips integers.
      return switch (array.dtype()) {
        case I64 -> Math.abs(array.getLong(0)) <= EXACT && array.getLong(0) != Long.MIN_VALUE;
        case U64 -> array.getLong(0) >= 0 && array.getLong(0) <= EXACT;
        default -> true;
      };
    }

    /** {@return the literal as an array} */
    public NdArray array() {
      return NdArray.scalar(aval, value);
    }
  }
}
