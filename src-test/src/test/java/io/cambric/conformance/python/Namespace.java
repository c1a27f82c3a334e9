package io.cambric.conformance.python;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The meaning of Python text outside of Python: library names, and operators on library values. */
public interface Namespace {

  /**
   * {@return the value of a dotted name whose first part is no variable}
   *
   * @throws RuntimeException if there is none, of a type that the caller of the program knows
   */
  @Nullable Object global(String dottedName);

  /** {@return an attribute of a value that is not Python's own} */
  @Nullable Object attribute(Object of, String name);

  /** {@return the result of {@code -}, {@code +}, {@code ~} or {@code not}} */
  @Nullable Object unary(String operator, Object of);

  /** {@return the result of a binary operator or comparison on at least one library value} */
  @Nullable Object binary(String operator, @Nullable Object left, @Nullable Object right);

  /** {@return a part of a library value} */
  @Nullable Object index(Object of, @Nullable Object index);

  /** {@return whether a library value counts as true} */
  boolean truth(Object value);

  /** {@return a library value as a Java number, for the built-in functions that need one} */
  Number number(Object value);

  /** {@return the parts of a library value along its first axis} */
  List<@Nullable Object> items(Object value);
}
