package io.cambric.core;

import io.cambric.array.Shape;

/** What an equation reads: a variable or a literal scalar. */
public sealed interface Atom {

  /** {@return shape and dtype} */
  ShapedArray aval();

  /** A variable: bound once, by an equation or as an input; compared by identity. */
  final class Var implements Atom {

    private final ShapedArray aval;

    /** Makes a variable unlike all others. */
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
   * @param value exact for all but 64-bit integers beyond 2^53
   */
  record Literal(ShapedArray aval, double value) implements Atom {

    /** Checks that this is a scalar. */
    public Literal {
      if (!aval.shape().equals(Shape.scalar())) {
        throw new IllegalArgumentException("a literal is a scalar, not " + aval);
      }
    }

    /** {@return the literal as an array} */
    public NdArray array() {
      return NdArray.scalar(aval, value);
    }
  }
}
