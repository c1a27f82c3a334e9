package io.cambric.transform;

import io.cambric.core.Array;

/**
 * A function that a transformation made of another, which it keeps: listings name that one, and the
 * functions of one transformation are not taken for each other.
 */
sealed interface Derived {

  /** {@return the function that was transformed} */
  Object original();

  /** {@return the function that was transformed first, for functions that were} */
  static Object root(Object function) {
    return switch (function) {
      case Derived derived -> root(derived.original());
      case Jitted jitted -> root(jitted.original());
      default -> function;
    };
  }

  /** A function of one pytree. */
  record Of<A, R>(Object original, Fn<A, R> function) implements Fn<A, R>, Derived {
    @Override
    public R apply(A argument) {
      return function.apply(argument);
    }
  }

  /** A function of two pytrees. */
  record OfTwo<A, B, R>(Object original, Fn2<A, B, R> function) implements Fn2<A, B, R>, Derived {
    @Override
    public R apply(A first, B second) {
      return function.apply(first, second);
    }
  }

  /** A function of three pytrees. */
  record OfThree<A, B, C, R>(Object original, Fn3<A, B, C, R> function)
      implements Fn3<A, B, C, R>, Derived {
    @Override
    public R apply(A first, B second, C third) {
      return function.apply(first, second, third);
    }
  }

  /** A function of one array. */
  record OfArray(Object original, Fn<Array, Array> function) implements ArrayFn, Derived {
    @Override
    public Array apply(Array argument) {
      return function.apply(argument);
    }
  }

  /** A function of two arrays. */
  record OfTwoArrays(Object original, Fn2<Array, Array, Array> function)
      implements ArrayFn2, Derived {
    @Override
    public Array apply(Array first, Array second) {
      return function.apply(first, second);
    }
  }
}
