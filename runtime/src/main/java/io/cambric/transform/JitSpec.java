package io.cambric.transform;

import java.util.Arrays;
import java.util.List;

/**
 * How a function is compiled.
 *
 * @param staticArgnums numbers of the arguments that are values of the program, not inputs
 * @param donateArgnums numbers of the arguments that a call gives up
 */
public record JitSpec(List<Integer> staticArgnums, List<Integer> donateArgnums) {

  /** All arrays are inputs, and stay with the caller. */
  static final JitSpec DEFAULT = new JitSpec(List.of(), List.of());

  /** Copies the lists. */
  public JitSpec {
    staticArgnums = List.copyOf(staticArgnums);
    donateArgnums = List.copyOf(donateArgnums);
  }

  /**
   * {@return this with these arguments static as a whole: a value that is not equal to those before
   * compiles another program}
   */
  public JitSpec staticArgnums(int... numbers) {
    return new JitSpec(Arrays.stream(numbers).boxed().toList(), donateArgnums);
  }

  /**
   * {@return this with these arguments donated: their memory may become that of results, and using
   * them after a call is an error}
   *
   * <p>Inside of another transformation nothing is given up.
   */
  public JitSpec donateArgnums(int... numbers) {
    return new JitSpec(staticArgnums, Arrays.stream(numbers).boxed().toList());
  }
}
